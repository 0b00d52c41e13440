-- Every update of a guest stores a new version of the row. If the page has room for the new version, PostgreSQL
-- writes no index of the table ("heap-only tuple"). Rows in pages that are full already stay where they are.
alter table guests set (fillfactor = 80);
