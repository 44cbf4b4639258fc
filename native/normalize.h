/* Folding of a few code points that act on each other. */

#ifndef HERMES_NORMALIZE_H
#define HERMES_NORMALIZE_H

#include "analysis.h"

/* Folds the code points in `folder->text`, in place, again and again until nothing changes. */
int hermes_fold_codes(hermes_folder *folder);

#endif
