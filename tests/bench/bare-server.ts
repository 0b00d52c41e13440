// Baseline server: runs the SQL of each workload behind plain node:http, with no other code.
import { createServer } from 'node:http'
import postgres from 'postgres'
import { randomUuidV1 } from '@/db/uuid'

const sql = postgres(process.env.DATABASE_URL as string, { max: 10, onnotice: () => {} })

const user = (sid: string) => sql`
  select u.id, u.name, u.email, u.privilege from auth_sessions s join users u on u.id = s.user_id
  where s.id = ${sid} and s.ended_at is null and s.expires_at > now()`

const containsPattern = (text: string) => `%${text}%`

const columns = sql`g.id, g.name, g.surname, g.jmbag,
  l.label as tag, g.email, g.phone, g.conf_code,
  g.bought_at, g.entered_at`
const joined = sql`guests g join guest_lists l on l.id = g.list_id`

const work: Record<string, (q: URLSearchParams, me: number) => Promise<unknown>> = {
  scan: (q, me) => sql`
    with admitted as (
      update guests set entered_at = now()
      where conf_code = ${q.get('code')} and deleted_at is null and entered_at is null
      returning id, entered_at
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action)
      select ${me}, 'guests', id::text, 'admitted' from admitted
    )
    select ${columns}, a.id is not null as admitted from ${joined}
    left join admitted a on a.id = g.id where g.conf_code = ${q.get('code')}`,
  entry: (q) => sql`
    select ${columns} from ${joined}
    where g.deleted_at is null
      and g.search like public.fold_text(${containsPattern(q.get('a') ?? '')})
      and g.search_name like public.fold_text(${containsPattern(q.get('a') ?? '')})
      and g.search like public.fold_text(${containsPattern(q.get('b') ?? '')})
      and g.search_name like public.fold_text(${containsPattern(q.get('b') ?? '')})
    order by g.search_name, g.id limit 20`,
  desk: (q) => sql`
    select ${columns} from ${joined}
    where g.deleted_at is null and g.search like ${containsPattern(q.get('jmbag') ?? '')}
      and g.jmbag like ${containsPattern(q.get('jmbag') ?? '')} and l.role = 'brucosi'
    limit 20`,
  update: (q, me) => sql`
    with changed as (
      update guests set entered_at = now()
      where id = ${q.get('id')} and entered_at is null returning id
    ), recorded as (
      insert into activities (user_id, entity, entity_id, action)
      select ${me}, 'guests', id::text, 'admitted' from changed
    )
    select ${columns} from ${joined} where g.id = ${q.get('id')}`,
  list: (q) => sql`
    select ${columns} from ${joined} where g.deleted_at is null
    order by g.id limit 1000 offset ${q.get('offset')}`,
  sale: async (q, me) => {
    const id = Number(q.get('id'))
    const [guest] = await sql`select ${columns} from ${joined} where g.id = ${id}`
    return sql`
      with changed as (
        update guests set conf_code = ${randomUuidV1()}, bought_at = now()
        where id = ${id} and conf_code is null returning id, conf_code
      ), recorded as (
        insert into activities (user_id, entity, entity_id, action)
        select ${me}, 'guests', id::text, 'sold' from changed
      ), mailed as (
        insert into mails (template, to_mail, name, conf_code, guest_id)
        select 'ticket-confirmation', 'x@fer.hr', ${guest?.name}, conf_code, id from changed
        on conflict do nothing
      )
      select id from changed`
  },
}

createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://x')
  const name = url.pathname.slice(1)
  if (name === 'empty') return response.writeHead(204).end()
  const [me] = await user(url.searchParams.get('sid') ?? '')
  const body = JSON.stringify(await work[name]?.(url.searchParams, me?.id))
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
