-- The dictionary in less room: its terms in order, several to a row, and new ones gathered before they are indexed.
-- Existing terms stay where they are until hermes session optimize; nothing is rewritten here.

-- terms that lie next to each other in order, as optimize writes them: text, one term a line, first: the first of them.
-- An id is a row of term_trigram; those of term follow.
CREATE TABLE term_block (
    id INTEGER PRIMARY KEY,
    first TEXT NOT NULL UNIQUE,
    text TEXT NOT NULL
);
-- terms that neither term nor term_block has yet, one a line
CREATE TABLE term_new (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);

-- half the merging while messages are written one by one; an import and optimize merge what it leaves
INSERT INTO dialog (dialog, rank) VALUES ('automerge', 8);
INSERT INTO work (work, rank) VALUES ('automerge', 8);
