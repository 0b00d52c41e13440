CREATE TABLE "admin_grants" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_id_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD COLUMN "last_used_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "used_id_tokens_by_expiry" ON "used_id_tokens" USING btree ("expires_at");--> statement-breakpoint
-- Whoever has signed in before has had a first sign-in: no later demotion comes undone.
INSERT INTO "admin_grants" ("email_hash")
SELECT encode(sha256(convert_to(email, 'UTF8')), 'hex') FROM "users"
WHERE EXISTS (SELECT FROM "auth_sessions" WHERE "user_id" = "users"."id");
