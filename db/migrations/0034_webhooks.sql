CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"receiver_id" integer NOT NULL,
	"type" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"data" jsonb NOT NULL,
	"is_bulk" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"settled_at" timestamp with time zone,
	"status" integer,
	"ms" integer,
	"answer" text,
	"last_error" text,
	CONSTRAINT "webhook_deliveries_state_known" CHECK (state in ('waiting', 'sending', 'delivered', 'failed')),
	CONSTRAINT "webhook_deliveries_settled_whole" CHECK ((settled_at is null) = (state in ('waiting', 'sending')))
);
--> statement-breakpoint
CREATE TABLE "webhook_receivers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_receivers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"description" text NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"state" text DEFAULT 'on' NOT NULL,
	"secret" text NOT NULL,
	"secret_at" timestamp with time zone,
	"old_secret" text,
	"old_secret_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_success_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhook_receivers_state_known" CHECK (state in ('on', 'paused', 'off')),
	CONSTRAINT "webhook_receivers_filled" CHECK (btrim(description) <> '' and cardinality(events) > 0)
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_to_send" ON "webhook_deliveries" USING btree ("receiver_id","is_bulk","due_at") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_by_time" ON "webhook_deliveries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of_receiver" ON "webhook_deliveries" USING btree ("receiver_id","created_at","id");--> statement-breakpoint
create function webhooks_instant(at timestamptz) returns text language sql stable as $$
  select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
--> statement-breakpoint
-- A list or a gate as receivers are told of it: never a sponsor's slug, which is a key.
create function webhooks_thing(thing guest_lists) returns jsonb language sql stable as $$
  select jsonb_build_object('id', thing.id, 'name', thing.name, 'kind', thing.kind)
$$;
--> statement-breakpoint
create function webhooks_thing(thing gates) returns jsonb language sql stable as $$
  select case when thing.id is not null then jsonb_build_object('id', thing.id, 'name', thing.name) end
$$;
--> statement-breakpoint
-- Tickets that came to be or ceased to be: a ticket is a code of a live guest. What a sponsor puts
-- on its list is no sale. Where nobody is registered this is one look at an empty table.
create function webhooks_of_guests() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_receivers where state = 'on') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_deliveries (receiver_id, type, happened_at, data, is_bulk)
    select r.id, e.type, e.at, e.data, e.n > 20
    from (
      select case l.kind when 'sponsor' then 'sponsor_guest.added' else 'ticket.sold' end as type,
        case l.kind when 'sponsor' then g.created_at else g.bought_at end as at,
        jsonb_build_object('guest', g.id, 'list', webhooks_thing(l)) || case l.kind
          when 'sponsor' then jsonb_build_object('ticket', g.conf_code is not null)
          else '{"reason": "sold"}' end as data,
        count(*) over () as n
      from after g join guest_lists l on l.id = g.list_id
      where g.deleted_at is null and (l.kind = 'sponsor' or g.conf_code is not null)
    ) e join webhook_receivers r on r.state = 'on' and e.type = any(r.events);
  else
    insert into webhook_deliveries (receiver_id, type, happened_at, data, is_bulk)
    select r.id, e.type, e.at, e.data, e.n > 20
    from (
      select case when c.is_now then 'ticket.sold' else 'ticket.returned' end as type,
        case when c.reason = 'sold' then c.bought_at else now() end as at,
        jsonb_build_object('guest', c.id, 'list', webhooks_thing(l), 'reason', c.reason) as data,
        count(*) over () as n
      from (
        select g.id, g.list_id, g.bought_at,
          g.conf_code is not null and g.deleted_at is null as is_now,
          b.conf_code is not null and b.deleted_at is null as was,
          case when b.deleted_at is not null then 'restored' when g.deleted_at is not null then 'deleted'
            when g.conf_code is not null then 'sold' else 'returned' end as reason
        from after g join before b on b.id = g.id
      ) c join guest_lists l on l.id = c.list_id
      where c.is_now <> c.was
    ) e join webhook_receivers r on r.state = 'on' and e.type = any(r.events);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger guests_tell_webhooks_new after insert on guests
  referencing new table as after for each statement execute function webhooks_of_guests();
--> statement-breakpoint
create trigger guests_tell_webhooks after update on guests
  referencing old table as before new table as after for each statement execute function webhooks_of_guests();
--> statement-breakpoint
-- Who went in or out, when it is recorded: a phone's queue brings what happened before.
create function webhooks_of_passages() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_receivers where state = 'on') then
    return null;
  end if;
  insert into webhook_deliveries (receiver_id, type, happened_at, data, is_bulk)
  select r.id, e.type, e.at, e.data, e.n > 20
  from (
    select case p.verdict when 'admitted' then 'guest.admitted' else 'guest.let_out' end as type, p.at,
      jsonb_build_object('guest', g.id, 'list', webhooks_thing(l), 'gate', webhooks_thing(gate),
        'passage', p.id, 'takesBack', p.takes_back, 'objection', p.objection,
        'receivedAt', webhooks_instant(p.received_at),
        'decidedBy', case when p.decided like 'server%' then 'server'
          when p.decided in ('import', 'recorded') then 'import' else 'phone' end) as data,
      count(*) over () as n
    from added p join guests g on g.id = p.guest_id join guest_lists l on l.id = g.list_id
      left join gates gate on gate.id = p.gate_id
    where p.verdict in ('admitted', 'left')
  ) e join webhook_receivers r on r.state = 'on' and e.type = any(r.events);
  return null;
end $$;
--> statement-breakpoint
create trigger passages_tell_webhooks after insert on passages
  referencing new table as added for each statement execute function webhooks_of_passages();
--> statement-breakpoint
create function webhooks_of_doubles() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (receiver_id, type, happened_at, data)
  select r.id, 'double.found', new.found_at,
    jsonb_build_object('guest', g.id, 'list', webhooks_thing(l), 'passages', (
      select jsonb_agg(jsonb_build_object('passage', p.id, 'at', webhooks_instant(p.at), 'gate', webhooks_thing(gate))
        order by p.at, p.id)
      from passages p left join gates gate on gate.id = p.gate_id where p.id in (new.first, new.second)))
  from guests g join guest_lists l on l.id = g.list_id, webhook_receivers r
  where g.id = new.guest_id and r.state = 'on' and 'double.found' = any(r.events);
  return null;
end $$;
--> statement-breakpoint
create trigger doubles_tell_webhooks after insert on doubles
  for each row execute function webhooks_of_doubles();
