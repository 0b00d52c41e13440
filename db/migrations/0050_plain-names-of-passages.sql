-- stop: tables and columns of passages, cash, mails and editions get plain names
alter table doubles rename to duplicate_admissions;
--> statement-breakpoint
alter table duplicate_admissions rename constraint doubles_first_second_pk to duplicate_admissions_first_second_pk;
--> statement-breakpoint
alter table duplicate_admissions rename constraint doubles_guest_id_guests_id_fk to duplicate_admissions_guest_id_guests_id_fk;
--> statement-breakpoint
alter table duplicate_admissions rename constraint doubles_settled_by_users_id_fk to duplicate_admissions_settled_by_users_id_fk;
--> statement-breakpoint
alter table duplicate_admissions rename constraint doubles_settled_known to duplicate_admissions_settled_known;
--> statement-breakpoint
alter table duplicate_admissions rename constraint doubles_settled_whole to duplicate_admissions_settled_whole;
--> statement-breakpoint
alter index doubles_by_guest rename to duplicate_admissions_by_guest;
--> statement-breakpoint
alter trigger doubles_log_change on duplicate_admissions rename to duplicate_admissions_log_change;
--> statement-breakpoint
alter trigger doubles_webhooks_insert on duplicate_admissions rename to duplicate_admissions_webhooks_insert;
--> statement-breakpoint
alter function doubles_enqueue_webhooks() rename to duplicate_admissions_enqueue_webhooks;
--> statement-breakpoint
alter table settled_objections rename to dispute_resolutions;
--> statement-breakpoint
alter table dispute_resolutions rename constraint settled_objections_pkey to dispute_resolutions_pkey;
--> statement-breakpoint
alter table dispute_resolutions rename constraint settled_objections_passage_passages_id_fk to dispute_resolutions_passage_passages_id_fk;
--> statement-breakpoint
alter table dispute_resolutions rename constraint settled_objections_settled_by_users_id_fk to dispute_resolutions_settled_by_users_id_fk;
--> statement-breakpoint
alter table dispute_resolutions rename constraint settled_objections_known to dispute_resolutions_known;
--> statement-breakpoint
alter table passages rename column takes_back to voids;
--> statement-breakpoint
alter table passages rename column objection to server_refusal;
--> statement-breakpoint
alter table passages rename constraint passages_objection_known to passages_server_refusal_known;
--> statement-breakpoint
alter index passages_taking_back rename to passages_voiding;
--> statement-breakpoint
alter index passages_objected_to rename to passages_disputed;
--> statement-breakpoint
alter table gate_changes rename column xact to transaction_id;
--> statement-breakpoint
alter index gate_changes_by_xact rename to gate_changes_by_transaction;
--> statement-breakpoint
alter table cash_moves rename column way to method;
--> statement-breakpoint
alter table cash_moves rename constraint cash_moves_way_known to cash_moves_method_known;
--> statement-breakpoint
alter table night rename column fullness to show_crowd_level;
--> statement-breakpoint
alter table bulk_jobs rename column kept to undo_skipped;
--> statement-breakpoint
alter table editions rename column number to ordinal;
--> statement-breakpoint
alter table editions rename constraint editions_number_counts to editions_ordinal_counts;
--> statement-breakpoint
alter table artworks rename column place to slot;
--> statement-breakpoint
alter table mails rename column round to resend_count;
--> statement-breakpoint
alter table mails rename column settled_at to finished_at;
--> statement-breakpoint
alter table mail_service rename column free_at to next_call_at;
--> statement-breakpoint
alter table idempotency_keys rename column run to run_id;
--> statement-breakpoint
alter table idempotency_keys rename column request to request_hash;
--> statement-breakpoint
create or replace function gate_changes_append_double() returns trigger language plpgsql as $$
declare
  duplicate duplicate_admissions := case tg_op when 'DELETE' then old else new end;
begin
  insert into gate_changes (entity, entity_id) values ('double', duplicate.first || ' ' || duplicate.second);
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
        'passage', p.id, 'takesBack', p.voids, 'objection', p.server_refusal,
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
create or replace function presence_changes(whose int[])
returns table (guest_id int, id uuid, at timestamptz, verdict text, gate_id int, is_last boolean, twin uuid)
language sql stable as $$
  select guest_id, id, at, verdict, gate_id,
    count(*) filter (where verdict = 'left') over (partition by guest_id order by at desc, id desc) = 0,
    case when verdict = 'admitted' and lag(verdict) over moves = 'admitted' then lag(id) over moves end
  from passages p
  where guest_id = any(whose) and verdict in ('admitted', 'left')
    and not exists (select from passages t where t.voids = p.id)
  window moves as (partition by guest_id order by at, id)
$$;
--> statement-breakpoint
create or replace function passages_update_presence() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  touched int[];
begin
  select array_agg(guest_id) into touched from (
    select guest_id from added where verdict in ('admitted', 'left') and guest_id is not null
    union
    select p.guest_id from added a join passages p on p.id = a.voids where p.guest_id is not null
  ) moved;
  if touched is null then
    return null;
  end if;
  perform from guests where id = any(touched) order by id for no key update;
  with moves as materialized (
    select * from presence_changes(touched)
  ), gone as (
    delete from duplicate_admissions d where guest_id = any(touched) and settled is null
      and not exists (select from moves m where m.id = d.second and m.twin = d.first)
  ), found as (
    insert into duplicate_admissions (first, second, guest_id)
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
