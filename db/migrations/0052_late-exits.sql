-- rolling: the new index serves the queries of the previous release, and only triggers call the functions
-- A scan at an exit counts as an exit, even if the guest was outside then: the admission before it
-- may arrive later, from a phone without a network.
CREATE INDEX "passages_for_presence" ON "passages" USING btree ("guest_id","at","id") WHERE verdict in ('admitted', 'left', 'outside');--> statement-breakpoint
DROP INDEX "passages_moves";--> statement-breakpoint
drop function presence_changes(int[]);
--> statement-breakpoint
create function presence_changes(whose int[])
returns table (guest_id int, id uuid, at timestamptz, verdict text, gate_id int, is_last boolean, admission_before uuid)
language sql stable as $$
  select guest_id, id, at, verdict, gate_id,
    count(*) filter (where verdict <> 'admitted') over (partition by guest_id order by at desc, id desc) = 0,
    case when lag(verdict) over changes = 'admitted' then lag(id) over changes end
  from passages p
  where guest_id = any(whose) and verdict in ('admitted', 'left', 'outside')
    -- An admin who voids a passage scans nobody.
    and not (verdict = 'outside' and voids is not null and device_id is null)
    and not exists (select from passages t where t.voids = p.id)
  window changes as (partition by guest_id order by at, id)
$$;
--> statement-breakpoint
create function update_presence(touched int[]) returns void language plpgsql as $$
begin
  perform from guests where id = any(touched) order by id for no key update;
  with changes as materialized (
    select * from presence_changes(touched)
  ), doubles as (
    select guest_id, admission_before as first, id as second from changes
    where verdict = 'admitted' and admission_before is not null
  ), gone as (
    delete from duplicate_admissions d where guest_id = any(touched) and settled is null
      and not exists (select from doubles where doubles.first = d.first and doubles.second = d.second)
  ), found as (
    insert into duplicate_admissions (first, second, guest_id)
    select first, second, guest_id from doubles
    on conflict do nothing
  )
  update guests g set entered_at = now_inside.since, entered_gate = now_inside.gate
  from (
    select t.id, min(c.at) filter (where c.is_last) as since,
      (array_agg(c.gate_id order by c.at desc, c.id desc) filter (where c.is_last))[1] as gate
    from unnest(touched) t(id) left join changes c on c.guest_id = t.id group by t.id
  ) now_inside
  where g.id = now_inside.id
    and (g.entered_at is distinct from now_inside.since or g.entered_gate is distinct from now_inside.gate);
end $$;
--> statement-breakpoint
create or replace function passages_update_presence() returns trigger language plpgsql
set plan_cache_mode = force_generic_plan as $$
declare
  touched int[];
begin
  select array_agg(guest_id) into touched from (
    select guest_id from added where verdict in ('admitted', 'left', 'outside') and guest_id is not null
    union
    select p.guest_id from added a join passages p on p.id = a.voids where p.guest_id is not null
  ) changed;
  if touched is not null then
    perform update_presence(touched);
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
        'passage', p.id, 'takesBack', p.voids, 'objection', p.server_refusal,
        'receivedAt', webhooks_instant(p.received_at),
        'decidedBy', case when p.decided like 'server%' then 'server'
          when p.decided in ('import', 'recorded') then 'import' else 'phone' end) as data,
      count(*) over () as n
    from (
      select * from added where verdict in ('admitted', 'left')
      union all
      -- An exit of a guest who was outside, if it or the admission before it has arrived now.
      select late.* from presence_changes(array(
          select guest_id from added where verdict in ('admitted', 'outside') and guest_id is not null
        )) c join passages late on late.id = c.id
      where c.verdict = 'outside' and exists (select from added a where a.id in (c.id, c.admission_before))
        and c.admission_before is not null
    ) p join guests g on g.id = p.guest_id join guest_lists l on l.id = g.list_id
      left join gates gate on gate.id = p.gate_id
  ) e join webhook_receivers r on r.state = 'on' and e.type = any(r.events);
  return null;
end $$;
--> statement-breakpoint
select update_presence(coalesce(
  (select array_agg(distinct guest_id) from passages where verdict = 'outside' and guest_id is not null), '{}'));
