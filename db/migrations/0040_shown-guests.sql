CREATE TABLE "shown_guests" (
	"sign_in_id" uuid NOT NULL,
	"guest_id" integer NOT NULL,
	CONSTRAINT "shown_guests_sign_in_id_guest_id_pk" PRIMARY KEY("sign_in_id","guest_id")
);
--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "low_priority" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "is_soft_bounce" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "shown_guests" ADD CONSTRAINT "shown_guests_sign_in_id_auth_sessions_id_fk" FOREIGN KEY ("sign_in_id") REFERENCES "public"."auth_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_of_low_priority" ON "mails" USING btree ("created_at") WHERE low_priority;