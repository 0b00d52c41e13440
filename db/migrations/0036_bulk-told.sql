-- What a job does to many guests is bulk in its small steps too: its last, and those after it gave way
-- to whoever held a guest. The job says so for its transaction (stepAside in guests-bulk-write.ts).
create or replace function webhooks_of_guests() returns trigger language plpgsql as $$
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
        jsonb_build_object('guest', g.id, 'list', webhooks_thing(l)) || case l.kind
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
