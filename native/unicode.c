/* The tables of Unicode 14.0, once for all that read them. */

#include "unicode_tables.h"
