-- The archive. docs/file-format.md says what each table is for.

CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value
) WITHOUT ROWID;

CREATE TABLE prompt (
    key INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE,
    text BLOB NOT NULL
);

CREATE TABLE session (
    key INTEGER PRIMARY KEY,
    origin TEXT NOT NULL,
    id TEXT NOT NULL,
    source TEXT NOT NULL,
    kind TEXT,
    parent_id TEXT,
    parent_key INTEGER,
    root_key INTEGER NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    title TEXT,
    title_is_users INTEGER NOT NULL DEFAULT 0,
    preview TEXT,
    project TEXT,
    branch TEXT,
    model TEXT,
    user TEXT,
    started_at REAL,
    last_active_at REAL,
    tip_at REAL,
    ended_at REAL,
    end_reason TEXT,
    message_count INTEGER NOT NULL DEFAULT 0,
    next_seq INTEGER NOT NULL DEFAULT 1,
    prompt_key INTEGER,
    extra TEXT,
    UNIQUE (origin, id)
);
-- a bare id, a prefix of one
CREATE INDEX session_by_id ON session (id);
-- the sessions of one conversation
CREATE INDEX session_by_root ON session (root_key);
-- children waiting for a parent that is imported later
CREATE INDEX session_by_parent_id ON session (parent_id) WHERE parent_id IS NOT NULL;
-- browse: conversations, newest activity first
CREATE INDEX session_by_tip ON session (tip_at, key) WHERE parent_key IS NULL;

-- search: the conversations of automatic runs
CREATE INDEX session_by_source ON session (source, root_key);
-- notes: whether anything is hidden
CREATE INDEX session_hidden ON session (key) WHERE hidden = 1;

CREATE TABLE message (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    role INTEGER NOT NULL,
    flags INTEGER NOT NULL,
    at REAL,
    pack INTEGER,
    entry INTEGER,
    tool INTEGER
);
-- a session's messages in order
CREATE UNIQUE INDEX message_by_session ON message (session, seq);

CREATE TABLE tool (
    key INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE client_message (
    session INTEGER NOT NULL,
    client_id TEXT NOT NULL,
    message INTEGER NOT NULL,
    PRIMARY KEY (session, client_id)
) WITHOUT ROWID;

CREATE TABLE loose (
    id INTEGER PRIMARY KEY,
    total INTEGER NOT NULL,
    entry BLOB NOT NULL,
    folded BLOB
);

CREATE TABLE pack (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    session INTEGER NOT NULL,
    first_seq INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    text_bytes INTEGER NOT NULL,
    newest_at REAL,
    data BLOB NOT NULL
);
-- a session's packs in order
CREATE INDEX pack_by_session ON pack (session, first_seq);
-- the scan route: newest text first
CREATE INDEX pack_by_age ON pack (newest_at);

CREATE TABLE blob (
    key INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE,
    data BLOB NOT NULL
);

CREATE TABLE blob_use (
    session INTEGER NOT NULL,
    blob INTEGER NOT NULL,
    PRIMARY KEY (session, blob)
) WITHOUT ROWID;
-- deleting: whether another session uses a blob
CREATE INDEX blob_use_by_blob ON blob_use (blob);

CREATE VIRTUAL TABLE dialog USING fts5 (
    text, content='', contentless_delete=1, detail=full, tokenize="ascii tokenchars '_'"
);
CREATE VIRTUAL TABLE work USING fts5 (
    text, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_'"
);
-- what one transaction indexes goes into one segment (the default of 1 MB makes many that are merged again)
INSERT INTO dialog (dialog, rank) VALUES ('hashsize', 16777216);
INSERT INTO work (work, rank) VALUES ('hashsize', 16777216);
-- a merge that is asked for joins segments from two on
INSERT INTO dialog (dialog, rank) VALUES ('usermerge', 2);
INSERT INTO work (work, rank) VALUES ('usermerge', 2);
CREATE VIRTUAL TABLE dialog_term USING fts5vocab (dialog, row);
CREATE VIRTUAL TABLE work_term USING fts5vocab (work, row);

CREATE TABLE term (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE
);
CREATE VIRTUAL TABLE term_trigram USING fts5 (
    text, content='', columnsize=0, detail=none, tokenize="trigram case_sensitive 1"
);
CREATE VIRTUAL TABLE title_trigram USING fts5 (
    title, content='', contentless_delete=1, detail=none, tokenize="trigram case_sensitive 1"
);

CREATE TABLE source (
    path TEXT PRIMARY KEY,
    format TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    checkpoint BLOB NOT NULL,
    imported_at REAL NOT NULL
) WITHOUT ROWID;

CREATE TABLE tombstone (
    origin TEXT NOT NULL,
    id TEXT NOT NULL,
    deleted_at REAL NOT NULL,
    PRIMARY KEY (origin, id)
) WITHOUT ROWID;

CREATE TABLE migration (
    version INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    applied_at REAL NOT NULL
);
