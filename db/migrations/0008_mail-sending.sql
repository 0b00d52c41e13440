CREATE TABLE "mail_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"total" integer NOT NULL,
	"created_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "mail_service" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"free_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paused_until" timestamp with time zone,
	"reason" text,
	CONSTRAINT "mail_service_one_row" CHECK (id = 1)
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_state_known";--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "round" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "call_key" uuid;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mail_batches" ADD CONSTRAINT "mail_batches_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_batches_by_time" ON "mail_batches" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_batch_id_mail_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."mail_batches"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_on_their_way" ON "mails" USING btree ((batch_id is not null),"due_at") WHERE state in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "mails_of_call" ON "mails" USING btree ("call_key") WHERE call_key is not null;--> statement-breakpoint
CREATE INDEX "mails_of_batch" ON "mails" USING btree ("batch_id","state") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "mails_by_provider_id" ON "mails" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_state_known" CHECK (state in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'recorded'));