CREATE TABLE "wallet_news" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "wallet_news_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pass_id" uuid,
	"device" text,
	"round" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_news_once" UNIQUE NULLS NOT DISTINCT("pass_id","device")
);
--> statement-breakpoint
CREATE TABLE "wallet_passes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"guest_id" integer NOT NULL,
	"conf_code" uuid,
	"is_google" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp (0) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_phones" (
	"pass_id" uuid NOT NULL,
	"device" text NOT NULL,
	"push_token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wallet_phones_pkey" PRIMARY KEY("pass_id","device"),
	CONSTRAINT "wallet_phones_bounded" CHECK (length(device) <= 100 and length(push_token) <= 200)
);
--> statement-breakpoint
ALTER TABLE "wallet_news" ADD CONSTRAINT "wallet_news_pass_id_wallet_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."wallet_passes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_news" ADD CONSTRAINT "wallet_news_phone_fk" FOREIGN KEY ("pass_id","device") REFERENCES "public"."wallet_phones"("pass_id","device") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_passes" ADD CONSTRAINT "wallet_passes_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_phones" ADD CONSTRAINT "wallet_phones_pass_id_wallet_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."wallet_passes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wallet_news_by_time" ON "wallet_news" USING btree ("due_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_passes_code_key" ON "wallet_passes" USING btree ("conf_code");--> statement-breakpoint
CREATE INDEX "wallet_passes_by_guest" ON "wallet_passes" USING btree ("guest_id");--> statement-breakpoint
CREATE INDEX "wallet_phones_by_device" ON "wallet_phones" USING btree ("device");--> statement-breakpoint
CREATE INDEX "wallet_phones_by_token" ON "wallet_phones" USING btree ("push_token");--> statement-breakpoint
-- These passes are others from now on, and whoever has one is to hear of it.
create function wallet_changed(passes uuid[], with_google boolean) returns void language sql as $$
  update wallet_passes set changed_at = greatest(clock_timestamp(), changed_at + interval '1 second')
  where id = any(passes);
  insert into wallet_news (pass_id, device)
  select pass_id, device from wallet_phones where pass_id = any(passes)
  union all
  select id, null from wallet_passes where id = any(passes) and is_google and with_google
  on conflict (pass_id, device) do update
    set round = wallet_news.round + 1, attempts = 0, due_at = excluded.due_at;
$$;
--> statement-breakpoint
-- Whatever takes a ticket back, deletes its guest, brings one back or erases one: it ends here.
create function wallet_ticket_changed() returns trigger language plpgsql as $$
declare
  passes uuid[];
begin
  select array_agg(id) into passes from wallet_passes
  where guest_id = new.id and conf_code = old.conf_code;
  if passes is null then
    return null;
  end if;
  if new.conf_code is distinct from old.conf_code then
    update wallet_passes set conf_code = null where id = any(passes);
  end if;
  perform wallet_changed(passes, true);
  return null;
end $$;
--> statement-breakpoint
create trigger guests_tell_wallets
  after update of conf_code, deleted_at, name, surname, list_id on guests
  for each row when (old.conf_code is not null and (
    old.conf_code is distinct from new.conf_code or (old.deleted_at is null) <> (new.deleted_at is null)
    or old.name <> new.name or old.surname <> new.surname or old.list_id <> new.list_id))
  execute function wallet_ticket_changed();
--> statement-breakpoint
-- What stands on every pass of the festival; Google is told of it once for all of them.
create function wallet_festival_changed() returns trigger language plpgsql as $$
begin
  perform wallet_changed(array_agg(id), false) from wallet_passes where conf_code is not null;
  insert into wallet_news (pass_id, device)
  select null, null where exists (select from wallet_passes where is_google)
  on conflict (pass_id, device) do update
    set round = wallet_news.round + 1, attempts = 0, due_at = excluded.due_at;
  return null;
end $$;
--> statement-breakpoint
create trigger editions_tell_wallets
  after update of name, year, opens_at, closes_at, place, address, lng, lat on editions
  for each row when (new.ended_at is null and
    (old.name, old.year, old.opens_at, old.closes_at, old.place, old.address, old.lng, old.lat)
      is distinct from (new.name, new.year, new.opens_at, new.closes_at, new.place, new.address, new.lng, new.lat))
  execute function wallet_festival_changed();
