import type { Sql } from 'postgres'
import { ENTITY_NAMES, isOnPublicSite } from '@/db/catalogue/entities'

/** Cache tags of the public pages (lib/cache/tags.ts, which cannot be imported without Next.js). */
const CACHE_TAGS = ['settings', ...ENTITY_NAMES.filter(isOnPublicSite)]

/** PostgreSQL error code of a deadlock. Here it occurs with a background job of the instance. */
const DEADLOCK = '40P01'

/**
 * Stores the rows of a database that was just copied from the template in the schema `tests`, and
 * adds the function that restores them.
 */
export async function storeTemplateRows(db: Sql): Promise<void> {
  await db.unsafe(`
    create schema tests;
    create function tests.remember() returns void language plpgsql as $$
    declare
      t text;
      has_rows boolean;
    begin
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('select exists (select from public.%I)', t) into has_rows;
        if has_rows then
          execute format('create table tests.%1$I as table public.%1$I', t);
        end if;
      end loop;
    end $$;
    create function tests.reset() returns void language plpgsql as $$
    declare
      t text;
      stored_columns text;
    begin
      -- Without triggers and foreign keys: passages can be added only, and the order does not matter.
      set local session_replication_role = replica;
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('delete from public.%I', t);
      end loop;
      for t in select tablename from pg_tables where schemaname = 'tests' loop
        select string_agg(quote_ident(column_name), ', ') into stored_columns
        from information_schema.columns
        where table_schema = 'public' and table_name = t and is_generated = 'NEVER';
        execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from tests.%1$I',
          t, stored_columns);
      end loop;
    end $$;
    select tests.remember()`)
}

/**
 * Restores the rows of the template. Sequences are not reset, so that an id in a cache of an
 * instance never belongs to another row.
 */
export async function resetRows(db: Sql): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await db`select tests.reset()`
      break
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === 5) throw error
    }
}

/** Restores the rows of the template, and invalidates all caches of the instance. */
export async function resetFestival(db: Sql): Promise<void> {
  await resetRows(db)
  await db`select pg_notify('brucosijada_invalidate',
    ${JSON.stringify({ from: 'a test', tags: CACHE_TAGS })})`
}
