CREATE TABLE "gate_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"gate_id" integer NOT NULL,
	"label" text NOT NULL,
	"is_staff" boolean NOT NULL,
	"user_id" integer,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	"clock_offset" bigint DEFAULT 0 NOT NULL,
	"status" jsonb
);
--> statement-breakpoint
CREATE TABLE "gate_pairings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gate_pairings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"gate_id" integer NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"made_by" integer,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"device_id" uuid,
	"tries" smallint DEFAULT 0 NOT NULL,
	"last_try_at" timestamp with time zone,
	"last_try_by" text
);
--> statement-breakpoint
CREATE TABLE "gates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"unknown_policy" text DEFAULT 'stop' NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "gates_name_filled" CHECK (btrim(name) <> ''),
	CONSTRAINT "gates_unknown_policy_known" CHECK (unknown_policy in ('stop', 'admit'))
);
--> statement-breakpoint
CREATE TABLE "doubles" (
	"first" uuid NOT NULL,
	"second" uuid NOT NULL,
	"guest_id" integer NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled" text,
	"settled_by" integer,
	"settled_at" timestamp with time zone,
	CONSTRAINT "doubles_first_second_pk" PRIMARY KEY("first","second"),
	CONSTRAINT "doubles_settled_known" CHECK (settled in ('same_guest', 'copied_ticket', 'mistake')),
	CONSTRAINT "doubles_settled_whole" CHECK ((settled is null) = (settled_at is null))
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "gate_changes" (
	"xact" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"noun" text NOT NULL,
	"thing" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"guest_id" integer,
	"gate_id" integer,
	"device_id" uuid,
	"user_id" integer,
	"direction" text NOT NULL,
	"verdict" text NOT NULL,
	"decided" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"clock_offset" bigint DEFAULT 0 NOT NULL,
	"received_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"takes_back" uuid,
	"objection" text,
	"code_hash" "bytea",
	CONSTRAINT "passages_direction_known" CHECK (direction in ('in', 'out')),
	CONSTRAINT "passages_verdict_known" CHECK (verdict in ('admitted', 'left', 'inside', 'outside', 'no_ticket', 'banned', 'unknown', 'returned')),
	CONSTRAINT "passages_decided_known" CHECK (decided in ('server', 'alone', 'name', 'override', 'import', 'recorded')),
	CONSTRAINT "passages_objection_known" CHECK (objection in ('banned', 'no_ticket', 'unknown', 'returned', 'gone'))
);
--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_gate_id_gates_id_fk" FOREIGN KEY ("gate_id") REFERENCES "public"."gates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_devices" ADD CONSTRAINT "gate_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_pairings" ADD CONSTRAINT "gate_pairings_gate_id_gates_id_fk" FOREIGN KEY ("gate_id") REFERENCES "public"."gates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_pairings" ADD CONSTRAINT "gate_pairings_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gate_pairings" ADD CONSTRAINT "gate_pairings_device_id_gate_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."gate_devices"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubles" ADD CONSTRAINT "doubles_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "doubles" ADD CONSTRAINT "doubles_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_guest_id_guests_id_fk" FOREIGN KEY ("guest_id") REFERENCES "public"."guests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gate_devices_by_end" ON "gate_devices" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "gate_devices_by_user" ON "gate_devices" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gate_pairings_code_key" ON "gate_pairings" USING btree ("code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "gates_name_key" ON "gates" USING btree (public.fold_text("name")) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "doubles_by_guest" ON "doubles" USING btree ("guest_id");--> statement-breakpoint
CREATE INDEX "gate_changes_by_xact" ON "gate_changes" USING btree ("xact");--> statement-breakpoint
CREATE INDEX "gate_changes_by_time" ON "gate_changes" USING brin ("at");--> statement-breakpoint
CREATE INDEX "passages_moves" ON "passages" USING btree ("guest_id","at","id") WHERE verdict in ('admitted', 'left');--> statement-breakpoint
CREATE INDEX "passages_taking_back" ON "passages" USING btree ("takes_back") WHERE takes_back is not null;--> statement-breakpoint
CREATE INDEX "passages_of_device" ON "passages" USING btree ("device_id","id") WHERE device_id is not null;--> statement-breakpoint
CREATE INDEX "passages_objected_to" ON "passages" USING btree ("id") WHERE objection is not null;--> statement-breakpoint
insert into gates (name) values ('Ulaz');
--> statement-breakpoint
-- A name for a passage that no device made: a UUID of version 7 of this moment (RFC 9562).
create function passage_id(moment timestamptz) returns uuid language sql volatile as $$
  select encode(set_byte(named, 6, get_byte(named, 6) & 15 | 112), 'hex')::uuid
  from (select overlay(uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from moment) * 1000)::bigint) from 3) from 1 for 6) as named) made
$$;
--> statement-breakpoint
-- The moves of guests that hold, as lib/gate/rules.ts reads them: whether no exit comes after,
-- and with which admission before it one makes a double.
create function moves_of(whose int[])
  returns table (guest_id int, id uuid, at timestamptz, verdict text, is_last boolean, twin uuid)
  language sql stable as $$
  select guest_id, id, at, verdict,
    count(*) filter (where verdict = 'left') over (partition by guest_id order by at desc, id desc) = 0,
    case when verdict = 'admitted' and lag(verdict) over moves = 'admitted' then lag(id) over moves end
  from passages p
  where guest_id = any(whose) and verdict in ('admitted', 'left')
    and not exists (select from passages t where t.takes_back = p.id)
  window moves as (partition by guest_id order by at, id)
$$;
--> statement-breakpoint
-- What the record tells of admissions so far, of those guests whose presence it explains; of
-- all others who are inside, since when.
insert into passages (id, guest_id, user_id, direction, verdict, decided, at, received_at)
  select passage_id(a.at), g.id, a.user_id, case a.action when 'admitted' then 'in' else 'out' end,
    case a.action when 'admitted' then 'admitted' else 'left' end, 'recorded', a.at, a.at
  from activities a join guests g on g.id = case when a.entity_id ~ '^[0-9]{1,9}$' then a.entity_id::int end
  where a.entity = 'guests' and a.action in ('admitted', 'let_out');
--> statement-breakpoint
with told as (
  select array_agg(distinct guest_id) as whose from passages
), unexplained as (
  select g.id from told, guests g
  left join lateral (select min(at) as since from moves_of(array[g.id]) where is_last) m on true
  where g.id = any(whose) and g.entered_at is distinct from m.since
)
delete from passages where guest_id in (select id from unexplained);
--> statement-breakpoint
insert into passages (id, guest_id, direction, verdict, decided, at, received_at)
  select passage_id(entered_at), id, 'in', 'admitted', 'recorded', entered_at, entered_at from guests g
  where entered_at is not null and not exists (select from passages p where p.guest_id = g.id);
--> statement-breakpoint
insert into doubles (first, second, guest_id)
  select m.twin, m.id, m.guest_id from (select array_agg(distinct guest_id) as whose from passages) told,
    moves_of(told.whose) m where m.twin is not null;
--> statement-breakpoint
create function passages_stay() returns trigger language plpgsql as $$
begin
  raise exception 'passages are neither changed nor deleted: a mistake is taken back by another passage';
end $$;
--> statement-breakpoint
-- What follows from the going of a guest or of one of the staff is not held up.
create trigger passages_stay before update or delete on passages
  for each statement when (pg_trigger_depth() = 0) execute function passages_stay();
--> statement-breakpoint
-- Presence and doubles follow from all passages of a guest, whatever their order. The lock is a
-- statement of its own: the next one sees what whoever held the guest before has committed.
create function passages_move_guests() returns trigger language plpgsql as $$
declare
  touched int[];
begin
  select array_agg(guest_id) into touched from (
    select guest_id from added where verdict in ('admitted', 'left') and guest_id is not null
    union
    select p.guest_id from added a join passages p on p.id = a.takes_back where p.guest_id is not null
  ) moved;
  if touched is null then
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
  return null;
end $$;
--> statement-breakpoint
create trigger passages_move_guests after insert on passages
  referencing new table as added for each statement execute function passages_move_guests();
--> statement-breakpoint
-- The log of what touches a roster: a line for each thing, by whoever writes it.
create function gate_changes_note() returns trigger language plpgsql as $$
begin
  insert into gate_changes (noun, thing) values (tg_argv[0], (case tg_op when 'DELETE' then old.id else new.id end)::text);
  return null;
end $$;
--> statement-breakpoint
create function gate_changes_note_guests() returns trigger language plpgsql as $$
begin
  insert into gate_changes (noun, thing) select 'guest', id::text from touched;
  return null;
end $$;
--> statement-breakpoint
create trigger guests_noted_new after insert on guests
  referencing new table as touched for each statement execute function gate_changes_note_guests();
--> statement-breakpoint
create trigger guests_noted_gone after delete on guests
  referencing old table as touched for each statement execute function gate_changes_note_guests();
--> statement-breakpoint
create trigger guests_noted_change
  after update of name, surname, list_id, note, ban_reason, conf_code, entered_at, deleted_at on guests
  for each row when ((old.name, old.surname, old.list_id, old.note, old.ban_reason, old.conf_code, old.entered_at, old.deleted_at)
    is distinct from (new.name, new.surname, new.list_id, new.note, new.ban_reason, new.conf_code, new.entered_at, new.deleted_at))
  execute function gate_changes_note('guest');
--> statement-breakpoint
create trigger guest_lists_noted after insert or update or delete on guest_lists
  for each row execute function gate_changes_note('list');
--> statement-breakpoint
create trigger gates_noted after insert or update or delete on gates
  for each row execute function gate_changes_note('gate');
--> statement-breakpoint
create trigger gate_devices_noted_new after insert on gate_devices
  for each row execute function gate_changes_note('device');
--> statement-breakpoint
-- Not with every sign of life, which changes none of these.
create trigger gate_devices_noted after update of gate_id, label, ends_at, revoked_at, left_at on gate_devices
  for each row execute function gate_changes_note('device');
--> statement-breakpoint
create function gate_changes_note_double() returns trigger language plpgsql as $$
declare
  double doubles := case tg_op when 'DELETE' then old else new end;
begin
  insert into gate_changes (noun, thing) values ('double', double.first || ' ' || double.second);
  return null;
end $$;
--> statement-breakpoint
create trigger doubles_noted after insert or update or delete on doubles
  for each row execute function gate_changes_note_double();
