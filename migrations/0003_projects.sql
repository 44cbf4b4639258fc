-- search: the projects that there are, and the sessions of some
CREATE INDEX session_by_project ON session (project);
