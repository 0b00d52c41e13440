-- rolling: the functions that the release before calls keep their names, and nothing calls a trigger by its name
-- Triggers of one table and kind fire in the order of their names. Webhooks stay last, after presence.
alter function sponsors_keep_list() rename to sponsors_sync_guest_list;
--> statement-breakpoint
alter function guests_are_counted() rename to guests_update_counts;
--> statement-breakpoint
alter function passages_stay() rename to passages_append_only;
--> statement-breakpoint
alter function cash_moves_stay() rename to cash_moves_append_only;
--> statement-breakpoint
alter function passages_move_guests() rename to passages_update_presence;
--> statement-breakpoint
alter function moves_of(int[]) rename to presence_changes;
--> statement-breakpoint
alter function gate_changes_note() rename to gate_changes_append;
--> statement-breakpoint
alter function gate_changes_note_guests() rename to gate_changes_append_guests;
--> statement-breakpoint
alter function gate_changes_note_double() rename to gate_changes_append_double;
--> statement-breakpoint
alter function gate_changes_note_passages() rename to gate_changes_append_passages;
--> statement-breakpoint
alter function wallet_changed(uuid[], boolean) rename to enqueue_wallet_updates;
--> statement-breakpoint
alter function wallet_ticket_changed() rename to guests_enqueue_wallet;
--> statement-breakpoint
alter function wallet_festival_changed() rename to editions_enqueue_wallet;
--> statement-breakpoint
alter function webhooks_thing(guest_lists) rename to webhook_ref;
--> statement-breakpoint
alter function webhooks_thing(gates) rename to webhook_ref;
--> statement-breakpoint
alter function webhooks_of_guests() rename to guests_enqueue_webhooks;
--> statement-breakpoint
alter function webhooks_of_passages() rename to passages_enqueue_webhooks;
--> statement-breakpoint
alter function webhooks_of_doubles() rename to doubles_enqueue_webhooks;
--> statement-breakpoint
alter trigger sponsors_keep_list on sponsors rename to sponsors_sync_guest_list;
--> statement-breakpoint
alter trigger guests_are_counted_in on guests rename to guests_counts_insert;
--> statement-breakpoint
alter trigger guests_are_counted_out on guests rename to guests_counts_delete;
--> statement-breakpoint
alter trigger guests_are_counted_on on guests rename to guests_counts_update;
--> statement-breakpoint
alter trigger guests_noted_new on guests rename to guests_log_insert;
--> statement-breakpoint
alter trigger guests_noted_gone on guests rename to guests_log_delete;
--> statement-breakpoint
alter trigger guests_noted_change on guests rename to guests_log_change;
--> statement-breakpoint
alter trigger guests_tell_wallets on guests rename to guests_wallet_change;
--> statement-breakpoint
alter trigger guests_tell_webhooks_new on guests rename to guests_webhooks_insert;
--> statement-breakpoint
alter trigger guests_tell_webhooks on guests rename to guests_webhooks_update;
--> statement-breakpoint
alter trigger passages_stay on passages rename to passages_append_only;
--> statement-breakpoint
alter trigger passages_noted on passages rename to passages_log_insert;
--> statement-breakpoint
alter trigger passages_move_guests on passages rename to passages_update_presence;
--> statement-breakpoint
alter trigger passages_tell_webhooks on passages rename to passages_webhooks_insert;
--> statement-breakpoint
alter trigger doubles_noted on doubles rename to doubles_log_change;
--> statement-breakpoint
alter trigger doubles_tell_webhooks on doubles rename to doubles_webhooks_insert;
--> statement-breakpoint
alter trigger cash_moves_stay on cash_moves rename to cash_moves_append_only;
--> statement-breakpoint
alter trigger guest_lists_noted on guest_lists rename to guest_lists_log_change;
--> statement-breakpoint
alter trigger gates_noted on gates rename to gates_log_change;
--> statement-breakpoint
alter trigger gate_devices_noted_new on gate_devices rename to gate_devices_log_insert;
--> statement-breakpoint
alter trigger gate_devices_noted on gate_devices rename to gate_devices_log_change;
--> statement-breakpoint
alter trigger gate_drills_noted on gate_drills rename to gate_drills_log_change;
--> statement-breakpoint
alter trigger night_noted on night rename to night_log_change;
--> statement-breakpoint
alter trigger editions_noted on editions rename to editions_log_change;
--> statement-breakpoint
alter trigger editions_tell_wallets on editions rename to editions_wallet_change;
--> statement-breakpoint
-- Functions call each other by name, so those that call a renamed one are written again.
create or replace function passages_update_presence() returns trigger language plpgsql as $$
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
    select * from presence_changes(touched)
  ), gone as (
    delete from doubles d where guest_id = any(touched) and settled is null
      and not exists (select from moves m where m.id = d.second and m.twin = d.first)
  ), found as (
    insert into doubles (first, second, guest_id)
    select twin, id, guest_id from moves where twin is not null
    on conflict do nothing
  )
  update guests g set entered_at = now_inside.since, entered_gate = now_inside.gate
  from (
    select t.id, min(m.at) filter (where m.is_last) as since,
      (array_agg(m.gate_id order by m.at desc, m.id desc) filter (where m.is_last))[1] as gate
    from unnest(touched) t(id) left join moves m on m.guest_id = t.id group by t.id
  ) now_inside
  where g.id = now_inside.id
    and (g.entered_at is distinct from now_inside.since or g.entered_gate is distinct from now_inside.gate);
  return null;
end $$;
--> statement-breakpoint
create or replace function guests_enqueue_wallet() returns trigger language plpgsql as $$
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
  perform enqueue_wallet_updates(passes, true);
  return null;
end $$;
--> statement-breakpoint
create or replace function editions_enqueue_wallet() returns trigger language plpgsql as $$
begin
  perform enqueue_wallet_updates(array_agg(id), false) from wallet_passes where conf_code is not null;
  insert into wallet_news (pass_id, device)
  select null, null where exists (select from wallet_passes where is_google)
  on conflict (pass_id, device) do update
    set round = wallet_news.round + 1, attempts = 0, due_at = excluded.due_at;
  return null;
end $$;
--> statement-breakpoint
create or replace function guests_enqueue_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_receivers where state = 'on') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_deliveries (receiver_id, type, happened_at, data, is_bulk)
    select r.id, e.type, e.at, e.data, e.n > 20 or coalesce(current_setting('festival.is_bulk', true), '') = 'on'
    from (
      select case l.kind when 'sponsor' then 'sponsor_guest.added' else 'ticket.sold' end as type,
        case l.kind when 'sponsor' then g.created_at else g.bought_at end as at,
        jsonb_build_object('guest', g.id, 'list', webhook_ref(l)) || case l.kind
          when 'sponsor' then jsonb_build_object('ticket', g.conf_code is not null)
          else '{"reason": "sold"}' end as data,
        count(*) over () as n
      from after g join guest_lists l on l.id = g.list_id
      where g.deleted_at is null and (l.kind = 'sponsor' or g.conf_code is not null)
    ) e join webhook_receivers r on r.state = 'on' and e.type = any(r.events);
  else
    insert into webhook_deliveries (receiver_id, type, happened_at, data, is_bulk)
    select r.id, e.type, e.at, e.data, e.n > 20 or coalesce(current_setting('festival.is_bulk', true), '') = 'on'
    from (
      select case when c.is_now then 'ticket.sold' else 'ticket.returned' end as type,
        case when c.reason = 'sold' then c.bought_at else now() end as at,
        jsonb_build_object('guest', c.id, 'list', webhook_ref(l), 'reason', c.reason) as data,
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
create or replace function passages_enqueue_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook_receivers where state = 'on') then
    return null;
  end if;
  insert into webhook_deliveries (receiver_id, type, happened_at, data, is_bulk)
  select r.id, e.type, e.at, e.data, e.n > 20
  from (
    select case p.verdict when 'admitted' then 'guest.admitted' else 'guest.let_out' end as type, p.at,
      jsonb_build_object('guest', g.id, 'list', webhook_ref(l), 'gate', webhook_ref(gate),
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
create or replace function doubles_enqueue_webhooks() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (receiver_id, type, happened_at, data)
  select r.id, 'double.found', new.found_at,
    jsonb_build_object('guest', g.id, 'list', webhook_ref(l), 'passages', (
      select jsonb_agg(jsonb_build_object('passage', p.id, 'at', webhooks_instant(p.at), 'gate', webhook_ref(gate))
        order by p.at, p.id)
      from passages p left join gates gate on gate.id = p.gate_id where p.id in (new.first, new.second)))
  from guests g join guest_lists l on l.id = g.list_id, webhook_receivers r
  where g.id = new.guest_id and r.state = 'on' and 'double.found' = any(r.events);
  return null;
end $$;
--> statement-breakpoint
-- Occupancy: of the venue, and of each gate with a capacity of its own, or of one gate alone.
create function occupancy_now(only_gate int default null) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'inside', (select coalesce(sum(entered), 0) from guest_list_counts),
    'capacity', n.capacity,
    'gates', (
      select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'inside', coalesce(i.inside, 0), 'capacity', g.capacity) order by g.id), '[]')
      from gates g left join (
        select entered_gate, count(*) as inside from guests
        where entered_gate is not null and deleted_at is null
          and (only_gate is null or entered_gate = only_gate) group by 1
      ) i on i.entered_gate = g.id
      where g.capacity is not null and g.deleted_at is null and (only_gate is null or g.id = only_gate)
    )
  ) from night n
$$;
--> statement-breakpoint
-- Whether the venue or the gate is full, for an admission at this gate. Near a capacity, admissions
-- run one at a time until they commit, and each counts again after those before it: the statements
-- of a volatile function see rows that the snapshot of its caller does not. Farther from a capacity,
-- fewer admissions run at once than places are free.
create function check_occupancy(gate int, out occupancy jsonb, out is_full boolean) language plpgsql volatile as $$
declare
  is_near boolean;
begin
  for attempt in 1..2 loop
    occupancy := occupancy_now(gate);
    select bool_or(capacity - inside <= greatest(100, capacity * 0.05)), coalesce(bool_or(inside >= capacity), false)
      into is_near, is_full
      from jsonb_to_recordset(occupancy->'gates' || jsonb_build_array(occupancy)) as place(inside int, capacity int);
    exit when attempt = 2 or is_near is not true;
    perform pg_advisory_xact_lock(7340260);
  end loop;
end $$;
--> statement-breakpoint
-- The names that the release before calls. The next release drops both.
create or replace function fill_now(only_gate int default null) returns jsonb language sql stable as $$
  select occupancy_now(only_gate)
$$;
--> statement-breakpoint
create or replace function fill_for(gate int, out fill jsonb, out is_full boolean) language sql volatile as $$
  select c.occupancy, c.is_full from check_occupancy(gate) c
$$;
