-- A scan, a sale and an edit write a guest's row anew. With room left in its page the new version stays there, and
-- no index of the table is written ("heap-only tuple"). Pages that are full already keep their rows.
alter table guests set (fillfactor = 80);
