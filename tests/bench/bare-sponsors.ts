// Baseline server of the sponsor lists: locks the sponsor, adds the guests that fit under the cap,
// and writes them to the activity log.
import { createServer } from 'node:http'
import postgres from 'postgres'
import { randomUuidV1 } from '@/db/uuid'

const sql = postgres(process.env.DATABASE_URL as string, { max: 10, onnotice: () => {} })

const addTo = (slug: string, names: string[]) =>
  sql.begin(async (tx) => {
    const [, added] = await Promise.all([
      tx`select from sponsors where slug = ${slug} for no key update`,
      tx`
        with list as (
          select l.id, guest_cap - (select count(*) from guests
            where list_id = l.id and deleted_at is null) as free_places
          from sponsors join guest_lists l on l.sponsor_id = sponsors.id
          where sponsors.slug = ${slug}
        ), added as (
          insert into guests (name, surname, list_id, conf_code, bought_at)
          select input.name, '', list.id, input.code::uuid, now()
          from list, unnest(${names}::text[], ${names.map(() => randomUuidV1())}::text[])
            with ordinality as input(name, code, n)
          where n <= free_places returning id
        ), recorded as (
          insert into activities (entity, entity_id, action)
          select 'guests', id::text, 'created' from added
        )
        select id from added`,
    ])
    return added
  })

createServer(async (request, response) => {
  if (request.url === '/empty') return response.writeHead(204).end()
  let text = ''
  for await (const chunk of request) text += chunk
  const { slug, name, guests } = JSON.parse(text)
  const names = guests?.map((guest: { name: string }) => guest.name) ?? [name]
  const body = JSON.stringify(await addTo(slug, names))
  response.writeHead(guests ? 200 : 201, { 'content-type': 'application/json' }).end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
