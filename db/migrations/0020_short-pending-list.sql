-- No index is made anew: what it has is right, only what is written from now on waits in less room.
ALTER INDEX "guests_search_trgm" SET (gin_pending_list_limit = 256);
