CREATE TYPE "public"."price_category" AS ENUM('SOK', 'PIVO', 'DOLJEVI', 'ALKOHOL', 'OSTALO');--> statement-breakpoint
CREATE TABLE "activities" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "activities_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"user_id" integer,
	"entity" text NOT NULL,
	"entity_id" text NOT NULL,
	"action" text NOT NULL,
	"changes" jsonb
);
--> statement-breakpoint
CREATE TABLE "band_contacts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "band_contacts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"band_name" text NOT NULL,
	"booker_name" text NOT NULL,
	"booker_phone" text NOT NULL,
	CONSTRAINT "band_contacts_filled" CHECK (btrim(band_name) <> '' and btrim(booker_name) <> '' and btrim(booker_phone) <> '')
);
--> statement-breakpoint
CREATE TABLE "guests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"surname" text DEFAULT '' NOT NULL,
	"jmbag" text,
	"tag_id" integer,
	"sponsor_id" integer,
	"email" text,
	"phone" text,
	"conf_code" uuid,
	"bought_at" timestamp with time zone,
	"entered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"search_name" text GENERATED ALWAYS AS (public.fold_text(name || ' ' || surname)) STORED NOT NULL,
	CONSTRAINT "guests_one_list" CHECK (num_nonnulls(tag_id, sponsor_id) = 1),
	CONSTRAINT "guests_ticket_whole" CHECK ((conf_code is null) = (bought_at is null)),
	CONSTRAINT "guests_jmbag_digits" CHECK (jmbag ~ '^[0-9]{10}$')
);
--> statement-breakpoint
CREATE TABLE "images" (
	"hash" text PRIMARY KEY NOT NULL,
	"mime" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "images_hash_sha256" CHECK (hash ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "images_size_positive" CHECK (width > 0 and height > 0)
);
--> statement-breakpoint
CREATE TABLE "leaderboard_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "leaderboard_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"score" integer NOT NULL,
	CONSTRAINT "leaderboard_entries_email_lower_case" CHECK (email = lower(email)),
	CONSTRAINT "leaderboard_entries_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "leaderboard_entries_score_not_negative" CHECK (score >= 0)
);
--> statement-breakpoint
CREATE TABLE "lineup_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lineup_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"image_hash" text NOT NULL,
	"biography" text DEFAULT '' NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "lineup_items_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "lineup_items_order_counts" CHECK ("order" >= 1)
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"template" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"to_mail" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"conf_code" uuid,
	"link" text,
	"guest_id" integer,
	"resend" boolean DEFAULT false NOT NULL,
	"html" text,
	"plain_text" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"provider_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_state_known" CHECK (state in ('queued', 'sent', 'recorded', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "price_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "price_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"category" "price_category" NOT NULL,
	"order" smallint NOT NULL,
	"price_eur" numeric(8, 2) NOT NULL,
	"volume_litres" numeric(6, 3) NOT NULL,
	CONSTRAINT "price_items_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "price_items_order_two_digits" CHECK ("order" between 1 and 99),
	CONSTRAINT "price_items_price_not_negative" CHECK (price_eur >= 0),
	CONSTRAINT "price_items_volume_not_negative" CHECK (volume_litres >= 0)
);
--> statement-breakpoint
CREATE TABLE "signups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "signups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"surname" text NOT NULL,
	"email" text NOT NULL,
	"jmbag" text NOT NULL,
	"submitted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"consented_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "signups_jmbag_digits" CHECK (jmbag ~ '^[0-9]{10}$'),
	CONSTRAINT "signups_name_filled" CHECK (btrim(name) <> '' and btrim(surname) <> '')
);
--> statement-breakpoint
CREATE TABLE "sponsors" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sponsors_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"slug" uuid NOT NULL,
	"url" text NOT NULL,
	"image_hash" text NOT NULL,
	"email" text NOT NULL,
	"guest_cap" integer DEFAULT 0 NOT NULL,
	"guests_enabled" smallint DEFAULT 1 NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"order" integer NOT NULL,
	CONSTRAINT "sponsors_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "sponsors_url_http" CHECK (url ~* '^https?://'),
	CONSTRAINT "sponsors_guest_cap_not_negative" CHECK (guest_cap >= 0),
	CONSTRAINT "sponsors_guests_enabled_range" CHECK (guests_enabled between 0 and 2),
	CONSTRAINT "sponsors_order_counts" CHECK ("order" >= 1)
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tags_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"role" text,
	CONSTRAINT "tags_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "tags_role_known" CHECK (role in ('brucosi', 'product', 'vip'))
);
--> statement-breakpoint
CREATE TABLE "translations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "translations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "translations_key_filled" CHECK (btrim(key) <> '')
);
--> statement-breakpoint
CREATE TABLE "auth_sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "auth_sessions_generation_counts" CHECK (generation >= 0)
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"privilege" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_lower_case" CHECK (email = lower(email) and email <> ''),
	CONSTRAINT "users_privilege_range" CHECK (privilege between 0 and 4)
);
--> statement-breakpoint
CREATE TABLE "visibility_flags" (
	"name" text PRIMARY KEY NOT NULL,
	"visible" boolean,
	"at" timestamp with time zone,
	CONSTRAINT "visibility_flags_known" CHECK (case when name in ('TIMER_TIME', 'SPONSORS_INPUT_TIME') then visible is null
        when name in ('COMINGSOON_VISIBILITY', 'LINEUP_VISIBILITY', 'SPONSORS_VISIBILITY',
          'CJENIK_VISIBILITY', 'TLOCRT_VISIBILITY', 'SATNICA_VISIBILITY', 'ULAZNICA_VISIBILITY',
          'IGRICA_VISIBILITY', 'TIMER_VISIBILITY') then visible is not null and at is null
        else false end)
);
--> statement-breakpoint
ALTER TABLE "activities" ADD CONSTRAINT "activities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_sponsor_id_sponsors_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."sponsors"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lineup_items" ADD CONSTRAINT "lineup_items_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsors" ADD CONSTRAINT "sponsors_image_hash_images_hash_fk" FOREIGN KEY ("image_hash") REFERENCES "public"."images"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth_sessions" ADD CONSTRAINT "auth_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "activities_by_entity" ON "activities" USING btree ("entity","entity_id","id");--> statement-breakpoint
CREATE INDEX "activities_by_time" ON "activities" USING btree ("id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "guests_conf_code_key" ON "guests" USING btree ("conf_code");--> statement-breakpoint
CREATE UNIQUE INDEX "guests_live_jmbag_key" ON "guests" USING btree ("tag_id","jmbag") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_search_name_trgm" ON "guests" USING gin (search_name gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "guests_jmbag_trgm" ON "guests" USING gin (jmbag gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "guests_by_name" ON "guests" USING btree ("search_name","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_by_purchase" ON "guests" USING btree ("bought_at") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "guests_by_sponsor" ON "guests" USING btree ("sponsor_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "leaderboard_entries_email_key" ON "leaderboard_entries" USING btree ("email");--> statement-breakpoint
CREATE INDEX "leaderboard_entries_by_score" ON "leaderboard_entries" USING btree ("score" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "lineup_items_slug_key" ON "lineup_items" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "mails_one_confirmation_per_code_key" ON "mails" USING btree ("conf_code") WHERE template = 'ticket-confirmation' and not resend;--> statement-breakpoint
CREATE INDEX "mails_by_code" ON "mails" USING btree ("conf_code");--> statement-breakpoint
CREATE INDEX "mails_by_time" ON "mails" USING btree ("created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails_by_state" ON "mails" USING btree ("state","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signups_by_jmbag" ON "signups" USING btree ("jmbag");--> statement-breakpoint
CREATE UNIQUE INDEX "signups_same_submission_key" ON "signups" USING btree ("jmbag","email","name","surname");--> statement-breakpoint
CREATE UNIQUE INDEX "sponsors_slug_key" ON "sponsors" USING btree ("slug");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name_key" ON "tags" USING btree (public.fold_text("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "tags_role_key" ON "tags" USING btree ("role");--> statement-breakpoint
CREATE UNIQUE INDEX "translations_key_key" ON "translations" USING btree ("key");--> statement-breakpoint
CREATE INDEX "auth_sessions_by_user" ON "auth_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");