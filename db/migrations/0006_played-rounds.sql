CREATE TABLE "played_rounds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "played_rounds_by_expiry" ON "played_rounds" USING btree ("expires_at");