DROP INDEX "leaderboard_entries_email_key";--> statement-breakpoint
DROP INDEX "leaderboard_entries_by_score";--> statement-breakpoint
ALTER TABLE "leaderboard_entries" ADD COLUMN "verified" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "leaderboard_entries_email_key" ON "leaderboard_entries" USING btree ("email","verified");--> statement-breakpoint
CREATE INDEX "leaderboard_entries_by_score" ON "leaderboard_entries" USING btree ("verified","score" DESC NULLS LAST,"id");