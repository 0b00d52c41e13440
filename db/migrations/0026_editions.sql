CREATE TABLE "artworks" (
	"place" text PRIMARY KEY NOT NULL,
	"image_hash" text,
	"document" "bytea",
	"file_name" text NOT NULL,
	"corners" jsonb,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "artworks_one_thing" CHECK ((image_hash is null) <> (document is null))
);
--> statement-breakpoint
CREATE TABLE "edition_totals" (
	"edition_id" integer NOT NULL,
	"kind" text NOT NULL,
	"label" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone,
	"count" integer NOT NULL,
	CONSTRAINT "edition_totals_once" UNIQUE NULLS NOT DISTINCT("edition_id","kind","label","at")
);
--> statement-breakpoint
CREATE TABLE "editions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "editions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"year" smallint NOT NULL,
	"number" smallint NOT NULL,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"place" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"contact_email" text DEFAULT '' NOT NULL,
	"sponsors_email" text DEFAULT '' NOT NULL,
	"instagram_url" text DEFAULT '' NOT NULL,
	"facebook_url" text DEFAULT '' NOT NULL,
	"tiktok_url" text DEFAULT '' NOT NULL,
	"aircash_url" text DEFAULT '' NOT NULL,
	"ticket_shop_url" text DEFAULT '' NOT NULL,
	"ticket_widget_src" text DEFAULT '' NOT NULL,
	"ticket_widget_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"lng" double precision NOT NULL,
	"lat" double precision NOT NULL,
	"retention_days" smallint DEFAULT 60 NOT NULL,
	"ended_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	CONSTRAINT "editions_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "editions_year_possible" CHECK (year between 2000 and 2100),
	CONSTRAINT "editions_number_counts" CHECK (number >= 1),
	CONSTRAINT "editions_times_whole" CHECK ((opens_at is null) = (closes_at is null)),
	CONSTRAINT "editions_ends_after_it_began" CHECK (closes_at > opens_at),
	CONSTRAINT "editions_centre_on_earth" CHECK (lng between -180 and 180 and lat between -85 and 85),
	CONSTRAINT "editions_retention_possible" CHECK (retention_days between 1 and 3650)
);
--> statement-breakpoint
CREATE TABLE "sets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"stage_id" integer NOT NULL,
	"lineup_item_id" integer,
	"title" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sets_called_something" CHECK (lineup_item_id is not null or btrim(title) <> ''),
	CONSTRAINT "sets_end_after_start" CHECK (ends_at > starts_at)
);
--> statement-breakpoint
CREATE TABLE "stages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "stages_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "stages_order_counts" CHECK ("order" >= 1)
);
--> statement-breakpoint
drop trigger night_noted on night;--> statement-breakpoint
ALTER TABLE "night" DROP CONSTRAINT "night_times_whole";--> statement-breakpoint
ALTER TABLE "night" DROP CONSTRAINT "night_ends_after_it_began";--> statement-breakpoint
ALTER TABLE "artworks" ADD CONSTRAINT "artworks_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edition_totals" ADD CONSTRAINT "edition_totals_edition_id_editions_id_fk" FOREIGN KEY ("edition_id") REFERENCES "public"."editions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sets" ADD CONSTRAINT "sets_stage_id_stages_id_fk" FOREIGN KEY ("stage_id") REFERENCES "public"."stages"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sets" ADD CONSTRAINT "sets_lineup_item_id_lineup_items_id_fk" FOREIGN KEY ("lineup_item_id") REFERENCES "public"."lineup_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "artworks_by_image" ON "artworks" USING btree ("image_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "editions_current" ON "editions" USING btree ((true)) WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "sets_by_performer" ON "sets" USING btree ("lineup_item_id");--> statement-breakpoint
ALTER TABLE "night" DROP COLUMN "opens_at";--> statement-breakpoint
ALTER TABLE "night" DROP COLUMN "closes_at";--> statement-breakpoint
alter table stages add constraint stages_order_key unique ("order") deferrable initially immediate;
--> statement-breakpoint
-- Ranges of one number stand for "the same stage", which needs no extension.
alter table sets add constraint sets_one_at_a_time exclude using gist
  (int4range(stage_id, stage_id, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
  deferrable initially immediate;
--> statement-breakpoint
create trigger night_noted after update of capacity on night
  for each row execute function gate_changes_note('night');
--> statement-breakpoint
create trigger editions_noted after insert or update of opens_at, closes_at on editions
  for each row execute function gate_changes_note('night');
