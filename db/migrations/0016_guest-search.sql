DROP INDEX "guests_search_name_trgm";--> statement-breakpoint
DROP INDEX "guests_jmbag_trgm";--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "search" text GENERATED ALWAYS AS (public.fold_text(name || ' ' || surname || ' ' || coalesce(jmbag, '') || ' ' || coalesce(email, ''))) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "guests_search_trgm" ON "guests" USING gin (search gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "guests_in_usual_order" ON "guests" USING btree (nullif(search_name, ' '),"id") WHERE deleted_at is null;