-- stop: tables and columns get plain names
alter table night_packs rename to emergency_lists;
--> statement-breakpoint
alter sequence night_packs_id_seq rename to emergency_lists_id_seq;
--> statement-breakpoint
alter table emergency_lists rename constraint night_packs_pkey to emergency_lists_pkey;
--> statement-breakpoint
alter table night rename column pack_salt to emergency_salt;
--> statement-breakpoint
alter table night rename column pack_key to emergency_key;
--> statement-breakpoint
alter table night rename constraint night_pack_key_whole to night_emergency_key_whole;
--> statement-breakpoint
alter table wallet_news rename to wallet_outbox;
--> statement-breakpoint
alter table wallet_outbox rename column round to version;
--> statement-breakpoint
alter sequence wallet_news_id_seq rename to wallet_outbox_id_seq;
--> statement-breakpoint
alter table wallet_outbox rename constraint wallet_news_pkey to wallet_outbox_pkey;
--> statement-breakpoint
alter table wallet_outbox rename constraint wallet_news_once to wallet_outbox_once;
--> statement-breakpoint
alter table wallet_outbox rename constraint wallet_news_phone_fk to wallet_outbox_phone_fk;
--> statement-breakpoint
alter table wallet_outbox rename constraint wallet_news_pass_id_wallet_passes_id_fk to wallet_outbox_pass_id_wallet_passes_id_fk;
--> statement-breakpoint
alter index wallet_news_by_time rename to wallet_outbox_by_time;
--> statement-breakpoint
alter table gate_changes rename column noun to entity;
--> statement-breakpoint
alter table gate_changes rename column thing to entity_id;
--> statement-breakpoint
alter table guest_list_counts rename column everyone to total;
--> statement-breakpoint
alter table guest_list_counts rename column "both" to bought_and_inside;
--> statement-breakpoint
alter table bulk_jobs rename column reached to last_guest_id;
--> statement-breakpoint
alter table bulk_jobs rename column turn_at to queued_at;
--> statement-breakpoint
alter table bulk_jobs rename column is_forgotten to is_undo_purged;
--> statement-breakpoint
alter index bulk_jobs_in_turn rename to bulk_jobs_in_queue_order;
--> statement-breakpoint
alter index bulk_jobs_to_forget rename to bulk_jobs_to_purge;
--> statement-breakpoint
drop function fill_now(int);
--> statement-breakpoint
drop function fill_for(int);
--> statement-breakpoint
create or replace function gate_changes_append() returns trigger language plpgsql as $$
begin
  insert into gate_changes (entity, entity_id) values (tg_argv[0], (case tg_op when 'DELETE' then old.id else new.id end)::text);
  return null;
end $$;
--> statement-breakpoint
create or replace function gate_changes_append_guests() returns trigger language plpgsql as $$
begin
  insert into gate_changes (entity, entity_id) select 'guest', id::text from touched;
  return null;
end $$;
--> statement-breakpoint
create or replace function gate_changes_append_double() returns trigger language plpgsql as $$
declare
  double doubles := case tg_op when 'DELETE' then old else new end;
begin
  insert into gate_changes (entity, entity_id) values ('double', double.first || ' ' || double.second);
  return null;
end $$;
--> statement-breakpoint
create or replace function gate_changes_append_passages() returns trigger language plpgsql as $$
begin
  insert into gate_changes (entity, entity_id) values ('passage', '');
  return null;
end $$;
--> statement-breakpoint
create or replace function guests_update_counts() returns trigger language plpgsql set plan_cache_mode = force_generic_plan as $$
declare
  is_turn boolean;
  gained int[];
begin
  if tg_op = 'INSERT' then
    with lines as (
      insert into guest_list_counts (list_id, total, bought, entered, bought_and_inside)
      select list_id, count(*), count(bought_at), count(entered_at), count(*) filter (where bought_at is not null and entered_at is not null) from after
      where deleted_at is null group by list_id
      returning id, list_id
    )
    select bool_or(id % 256 = 0), array_agg(list_id) into is_turn, gained from lines;
  elsif tg_op = 'DELETE' then
    with lines as (
      insert into guest_list_counts (list_id, total, bought, entered, bought_and_inside)
      select list_id, -count(*), -count(bought_at), -count(entered_at), -count(*) filter (where bought_at is not null and entered_at is not null) from before
      where deleted_at is null group by list_id
      returning id
    )
    select bool_or(id % 256 = 0) into is_turn from lines;
  else
    with lines as (
      insert into guest_list_counts (list_id, total, bought, entered, bought_and_inside)
      select list_id, sum(n), sum(n * b), sum(n * e), sum(n * b * e) from (
        select list_id, 1 as n, (bought_at is not null)::int as b, (entered_at is not null)::int as e
        from after where deleted_at is null
        union all
        select list_id, -1, (bought_at is not null)::int, (entered_at is not null)::int
        from before where deleted_at is null
      ) moved
      group by list_id
      having sum(n) <> 0 or sum(n * b) <> 0 or sum(n * e) <> 0 or sum(n * b * e) <> 0
      returning id, list_id, total
    )
    select bool_or(id % 256 = 0), array_agg(list_id) filter (where total > 0)
    into is_turn, gained from lines;
  end if;
  if gained is not null then
    -- A deletion of the list locks its row. A guest added meanwhile waits here, and is then refused.
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
      returning list_id, total, bought, entered, bought_and_inside
    )
    insert into guest_list_counts (list_id, total, bought, entered, bought_and_inside)
    select list_id, sum(total), sum(bought), sum(entered), sum(bought_and_inside) from folded group by list_id;
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function enqueue_wallet_updates(passes uuid[], with_google boolean) returns void language sql as $$
  update wallet_passes set changed_at = greatest(clock_timestamp(), changed_at + interval '1 second')
  where id = any(passes);
  insert into wallet_outbox (pass_id, device)
  select pass_id, device from wallet_phones where pass_id = any(passes)
  union all
  select id, null from wallet_passes where id = any(passes) and is_google and with_google
  on conflict (pass_id, device) do update
    set version = wallet_outbox.version + 1, attempts = 0, due_at = excluded.due_at;
$$;
--> statement-breakpoint
create or replace function editions_enqueue_wallet() returns trigger language plpgsql as $$
begin
  perform enqueue_wallet_updates(array_agg(id), false) from wallet_passes where conf_code is not null;
  insert into wallet_outbox (pass_id, device)
  select null, null where exists (select from wallet_passes where is_google)
  on conflict (pass_id, device) do update
    set version = wallet_outbox.version + 1, attempts = 0, due_at = excluded.due_at;
  return null;
end $$;
