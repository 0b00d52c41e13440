CREATE TABLE "guest_list_counts" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "guest_list_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"list_id" integer NOT NULL,
	"everyone" integer NOT NULL,
	"bought" integer NOT NULL,
	"entered" integer NOT NULL,
	"both" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guest_lists" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_lists_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text DEFAULT 'tag' NOT NULL,
	"name" text NOT NULL,
	"role" text,
	"sponsor_id" integer,
	"slug" uuid,
	"deleted_at" timestamp with time zone,
	"label" text GENERATED ALWAYS AS (case when slug is null then name else slug::text || ' ' || name end) STORED NOT NULL,
	CONSTRAINT "guest_lists_sponsor_key" UNIQUE("sponsor_id"),
	CONSTRAINT "guest_lists_kind_known" CHECK (kind in ('tag', 'sponsor')),
	CONSTRAINT "guest_lists_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "guest_lists_role_known" CHECK (role in ('brucosi', 'product', 'vip')),
	CONSTRAINT "guest_lists_whose" CHECK (case kind when 'tag' then num_nonnulls(sponsor_id, slug) = 0
        else role is null and num_nonnulls(sponsor_id, slug) = case when deleted_at is null then 2 else 0 end end)
);
--> statement-breakpoint
ALTER TABLE "guest_lists" ADD CONSTRAINT "guest_lists_sponsor_id_sponsors_id_fk" FOREIGN KEY ("sponsor_id") REFERENCES "public"."sponsors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_lists_tag_name_key" ON "guest_lists" USING btree (public.fold_text("name")) WHERE kind = 'tag' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_lists_role_key" ON "guest_lists" USING btree ("role");--> statement-breakpoint
-- Tags keep their numbers, which the API shows; sponsors' lists come after them.
insert into guest_lists (id, name, role) overriding system value select id, name, role from tags;
--> statement-breakpoint
select setval('guest_lists_id_seq', last_value, is_called) from tags_id_seq;
--> statement-breakpoint
insert into guest_lists (kind, name, sponsor_id, slug) select 'sponsor', name, id, slug from sponsors order by id;
--> statement-breakpoint
-- Deleted guests of lists that are gone were on none.
insert into guest_lists (name, deleted_at)
  select 'Obrisani popisi', now() from guests where num_nonnulls(tag_id, sponsor_id) = 0 limit 1;
--> statement-breakpoint
ALTER TABLE "guests" DROP CONSTRAINT "guests_one_list";--> statement-breakpoint
ALTER TABLE "guests" DROP CONSTRAINT "guests_tag_id_tags_id_fk";--> statement-breakpoint
ALTER TABLE "guests" DROP CONSTRAINT "guests_sponsor_id_sponsors_id_fk";--> statement-breakpoint
DROP INDEX "guests_by_sponsor";--> statement-breakpoint
ALTER TABLE "guests" ADD COLUMN "list_id" integer;--> statement-breakpoint
update guests g set list_id = coalesce(g.tag_id, (select l.id from guest_lists l where l.sponsor_id = g.sponsor_id),
  (select l.id from guest_lists l where l.deleted_at is not null));
--> statement-breakpoint
ALTER TABLE "guests" ALTER COLUMN "list_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "guests" ADD CONSTRAINT "guests_list_id_guest_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."guest_lists"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guests_by_list" ON "guests" USING btree ("list_id") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "guests" DROP COLUMN "tag_id";--> statement-breakpoint
ALTER TABLE "guests" DROP COLUMN "sponsor_id";--> statement-breakpoint
DROP TABLE "tags";--> statement-breakpoint
-- A sponsor has a list, which bears its name and its slug.
create function sponsors_keep_list() returns trigger language plpgsql as $$
begin
  insert into guest_lists as l (kind, name, sponsor_id, slug) values ('sponsor', new.name, new.id, new.slug)
  on conflict (sponsor_id) do update set name = excluded.name, slug = excluded.slug;
  return null;
end $$;
--> statement-breakpoint
create trigger sponsors_keep_list after insert or update of name, slug on sponsors
  for each row execute function sponsors_keep_list();
--> statement-breakpoint
-- Counts are sums of lines that nobody changes, so no writer waits for another; who adds the
-- 256th folds them, and passes over what others have in hand.
create function guests_are_counted() returns trigger language plpgsql as $$
declare
  is_turn boolean;
  gained int[];
begin
  if tg_op = 'INSERT' then
    with lines as (
      insert into guest_list_counts (list_id, everyone, bought, entered, "both")
      select list_id, count(*), count(bought_at), count(entered_at), count(*) filter (where bought_at is not null and entered_at is not null) from after
      where deleted_at is null group by list_id
      returning id, list_id
    )
    select bool_or(id % 256 = 0), array_agg(list_id) into is_turn, gained from lines;
  elsif tg_op = 'DELETE' then
    with lines as (
      insert into guest_list_counts (list_id, everyone, bought, entered, "both")
      select list_id, -count(*), -count(bought_at), -count(entered_at), -count(*) filter (where bought_at is not null and entered_at is not null) from before
      where deleted_at is null group by list_id
      returning id
    )
    select bool_or(id % 256 = 0) into is_turn from lines;
  else
    with lines as (
      insert into guest_list_counts (list_id, everyone, bought, entered, "both")
      select list_id, sum(n), sum(n * b), sum(n * e), sum(n * b * e) from (
        select list_id, 1 as n, (bought_at is not null)::int as b, (entered_at is not null)::int as e
        from after where deleted_at is null
        union all
        select list_id, -1, (bought_at is not null)::int, (entered_at is not null)::int
        from before where deleted_at is null
      ) moved
      group by list_id
      having sum(n) <> 0 or sum(n * b) <> 0 or sum(n * e) <> 0 or sum(n * b * e) <> 0
      returning id, list_id, everyone
    )
    select bool_or(id % 256 = 0), array_agg(list_id) filter (where everyone > 0)
    into is_turn, gained from lines;
  end if;
  if gained is not null then
    -- Whoever deletes a list holds its row: who is put on it meanwhile waits, and is refused.
    perform from guest_lists where id = any(gained) order by id for key share;
    if exists (select from guest_lists where id = any(gained) and deleted_at is not null) then
      raise foreign_key_violation using message = 'guests cannot be put on a deleted list',
        constraint = 'guests_list_id_guest_lists_id_fk';
    end if;
  end if;
  if is_turn then
    with taken as (
      select ctid from guest_list_counts for update skip locked
    ), folded as (
      delete from guest_list_counts where ctid in (select ctid from taken)
      returning list_id, everyone, bought, entered, "both"
    )
    insert into guest_list_counts (list_id, everyone, bought, entered, "both")
    select list_id, sum(everyone), sum(bought), sum(entered), sum("both") from folded group by list_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger guests_are_counted_in after insert on guests
  referencing new table as after for each statement execute function guests_are_counted();
--> statement-breakpoint
create trigger guests_are_counted_out after delete on guests
  referencing old table as before for each statement execute function guests_are_counted();
--> statement-breakpoint
create trigger guests_are_counted_on after update on guests
  referencing old table as before new table as after for each statement execute function guests_are_counted();
--> statement-breakpoint
insert into guest_list_counts (list_id, everyone, bought, entered, "both")
  select list_id, count(*), count(bought_at), count(entered_at), count(*) filter (where bought_at is not null and entered_at is not null) from guests where deleted_at is null group by list_id;
