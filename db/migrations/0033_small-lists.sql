ALTER TABLE "band_contacts" ADD COLUMN "booker_email" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "band_contacts" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD COLUMN "sign_in_id" uuid;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_sign_in_id_auth_sessions_id_fk" FOREIGN KEY ("sign_in_id") REFERENCES "public"."auth_sessions"("id") ON DELETE set null ON UPDATE no action;