ALTER TABLE "guests" ADD COLUMN "ban_reason" text;--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "banned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_ban_whole" CHECK ((ban_reason is null) = (banned_at is null));--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_ban_reason_short" CHECK (char_length(ban_reason) between 1 and 200);--> statement-breakpoint
-- Since when: from the reason that stands first until there is none.
create function guests_banned_since() returns trigger language plpgsql as $$
begin
  new.banned_at := case
    when new.ban_reason is null then null
    when tg_op = 'UPDATE' then coalesce(old.banned_at, now())
    else now() end;
  return new;
end $$;
--> statement-breakpoint
create trigger guests_banned_since_new before insert on guests
  for each row when (new.ban_reason is not null) execute function guests_banned_since();
--> statement-breakpoint
create trigger guests_banned_since_change before update of ban_reason on guests
  for each row execute function guests_banned_since();
