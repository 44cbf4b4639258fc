-- What damaged pages of packs are made good from: docs/file-format.md says how. It goes when a pack of its group does,
-- whoever deletes it: nothing may be left of what was deleted.

CREATE TABLE parity (
    first_pack INTEGER PRIMARY KEY,
    last_pack INTEGER NOT NULL,
    sizes TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE TRIGGER parity_of_deleted AFTER DELETE ON pack BEGIN
    DELETE FROM parity
    WHERE first_pack = (SELECT max(first_pack) FROM parity WHERE first_pack <= OLD.id) AND last_pack >= OLD.id;
END;
CREATE TRIGGER parity_of_changed AFTER UPDATE OF id, data ON pack BEGIN
    DELETE FROM parity
    WHERE first_pack = (SELECT max(first_pack) FROM parity WHERE first_pack <= OLD.id) AND last_pack >= OLD.id;
END;
