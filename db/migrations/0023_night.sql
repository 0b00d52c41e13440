CREATE TABLE "night" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"capacity" integer,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"fullness" boolean DEFAULT false NOT NULL,
	"pack_salt" "bytea",
	"pack_key" "bytea",
	CONSTRAINT "night_single" CHECK (id = 1),
	CONSTRAINT "night_capacity_possible" CHECK (capacity between 1 and 1000000),
	CONSTRAINT "night_times_whole" CHECK ((opens_at is null) = (closes_at is null)),
	CONSTRAINT "night_ends_after_it_began" CHECK (closes_at > opens_at),
	CONSTRAINT "night_pack_key_whole" CHECK ((pack_salt is null) = (pack_key is null))
);
--> statement-breakpoint
CREATE TABLE "night_packs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "night_packs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"guests" integer NOT NULL,
	"salt" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passages" DROP CONSTRAINT "passages_verdict_known";--> statement-breakpoint
ALTER TABLE "gates" ADD COLUMN "capacity" integer;--> statement-breakpoint
CREATE INDEX "passages_by_receipt" ON "passages" USING brin ("received_at") WITH (pages_per_range=16);--> statement-breakpoint
ALTER TABLE "gates" ADD CONSTRAINT "gates_capacity_possible" CHECK (capacity between 1 and 1000000);--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_verdict_known" CHECK (verdict in ('admitted', 'left', 'inside', 'outside', 'no_ticket', 'banned', 'full', 'unknown', 'returned'));--> statement-breakpoint
insert into night default values;
--> statement-breakpoint
create trigger night_noted after update of capacity, opens_at, closes_at on night
  for each row execute function gate_changes_note('night');
--> statement-breakpoint
-- What moves nobody is told too: the night's board counts refusals as they happen.
create or replace function passages_move_guests() returns trigger language plpgsql as $$
declare
  touched int[];
begin
  select array_agg(guest_id) into touched from (
    select guest_id from added where verdict in ('admitted', 'left') and guest_id is not null
    union
    select p.guest_id from added a join passages p on p.id = a.takes_back where p.guest_id is not null
  ) moved;
  if touched is null then
    insert into gate_changes (noun, thing) values ('passage', '');
    return null;
  end if;
  perform from guests where id = any(touched) order by id for no key update;
  with moves as materialized (
    select * from moves_of(touched)
  ), gone as (
    delete from doubles d where guest_id = any(touched) and settled is null
      and not exists (select from moves m where m.id = d.second and m.twin = d.first)
  ), found as (
    insert into doubles (first, second, guest_id)
    select twin, id, guest_id from moves where twin is not null
    on conflict do nothing
  )
  update guests g set entered_at = now_inside.since
  from (
    select t.id, min(m.at) filter (where m.is_last) as since
    from unnest(touched) t(id) left join moves m on m.guest_id = t.id group by t.id
  ) now_inside
  where g.id = now_inside.id and g.entered_at is distinct from now_inside.since;
  if not found then
    insert into gate_changes (noun, thing) values ('passage', '');
  end if;
  return null;
end $$;
