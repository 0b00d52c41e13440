ALTER TABLE "guests" ADD COLUMN "entered_gate" integer;--> statement-breakpoint
-- As before, and at which gate the guest went through.
drop function moves_of(int[]);
--> statement-breakpoint
create function moves_of(whose int[])
  returns table (guest_id int, id uuid, at timestamptz, verdict text, gate_id int, is_last boolean, twin uuid)
  language sql stable as $$
  select guest_id, id, at, verdict, gate_id,
    count(*) filter (where verdict = 'left') over (partition by guest_id order by at desc, id desc) = 0,
    case when verdict = 'admitted' and lag(verdict) over moves = 'admitted' then lag(id) over moves end
  from passages p
  where guest_id = any(whose) and verdict in ('admitted', 'left')
    and not exists (select from passages t where t.takes_back = p.id)
  window moves as (partition by guest_id order by at, id)
$$;
--> statement-breakpoint
-- As before; whoever is inside came in by the gate of the last admission.
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
update guests g set entered_gate = m.gate from (
  select distinct on (m.guest_id) m.guest_id, m.gate_id as gate
  from (select array_agg(id) as whose from guests where entered_at is not null) inside, moves_of(inside.whose) m
  where m.is_last order by m.guest_id, m.at desc, m.id desc
) m where m.guest_id = g.id and m.gate is not null;
--> statement-breakpoint
-- How full it is: the house, and each gate that has a limit of its own, or one gate alone.
create function fill_now(only_gate int default null) returns jsonb language sql stable as $$
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
-- Whether nobody more fits in, for whoever is about to let somebody in by this gate. Near a limit
-- they go one at a time until they have committed, and each counts anew what those before have:
-- the statements of a volatile function see what its caller's snapshot does not. Farther off fewer
-- are under way at once than there are places.
create function fill_for(gate int, out fill jsonb, out is_full boolean) language plpgsql volatile as $$
declare
  is_near boolean;
begin
  for turn in 1..2 loop
    fill := fill_now(gate);
    select bool_or(capacity - inside <= greatest(100, capacity * 0.05)), coalesce(bool_or(inside >= capacity), false)
      into is_near, is_full
      from jsonb_to_recordset(fill->'gates' || jsonb_build_array(fill)) as place(inside int, capacity int);
    exit when turn = 2 or is_near is not true;
    perform pg_advisory_xact_lock(7340260);
  end loop;
end $$;
