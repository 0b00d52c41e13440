DROP INDEX "guests_live_jmbag_key";--> statement-breakpoint
CREATE UNIQUE INDEX "guests_live_jmbag_key" ON "guests" USING btree ("jmbag") WHERE deleted_at is null;