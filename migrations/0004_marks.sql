-- What a person decided about a conversation: pinned, put away, thrown away. Set on its root;
-- that it lies in the trash also on each of its sessions, as the second bit of hidden, where every search looks.

ALTER TABLE session ADD COLUMN pinned_at REAL;
ALTER TABLE session ADD COLUMN archived_at REAL;
ALTER TABLE session ADD COLUMN trashed_at REAL;
-- the trash: its conversations, the longest in it first
CREATE INDEX session_in_trash ON session (trashed_at) WHERE trashed_at IS NOT NULL;
