CREATE TABLE "idempotency_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"request" text NOT NULL,
	"run" uuid NOT NULL,
	"status" smallint,
	"headers" jsonb,
	"answer" bytea,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_time" ON "idempotency_keys" USING btree ("created_at");