ALTER TABLE "mails" ADD COLUMN "sponsor_id" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "sponsors" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_sponsor_id_sponsors_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."sponsors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_one_pass_per_code_key" ON "mails" USING btree ("conf_code") WHERE template = 'sponsor-pass' and not resend;--> statement-breakpoint
CREATE INDEX "mails_by_sponsor" ON "mails" USING btree ("sponsor_id","created_at" DESC NULLS LAST) WHERE sponsor_id is not null;