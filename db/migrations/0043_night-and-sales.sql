ALTER TABLE "editions" ADD COLUMN "sales_state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD COLUMN "night_phone" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "editions" ADD CONSTRAINT "editions_sales_state_known" CHECK (sales_state in ('open', 'last', 'sold_out', 'at_door'));