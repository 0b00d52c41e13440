ALTER TABLE "lineup_items" ADD COLUMN "listen_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "ticket_price_cents" integer;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_price_possible" CHECK (ticket_price_cents between 0 and 100000);