import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { newDatabase } from '../support/database'
import { demoCookie, startInstance } from '../support/instance'
import { startMailService } from '../support/mail-service'

const put = (url: string, cookie: string, id: number, body: object) =>
  fetch(`${url}/api/guests/${id}/`, {
    method: 'PUT',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function waitUntil(condition: () => boolean | Promise<boolean>, seconds: number) {
  for (let i = 0; i < seconds * 10; i++) {
    if (await condition()) return
    await sleep(100)
  }
  throw new Error('it did not happen in time')
}

// Rule 7.11: a mail survives a crash at any point and is sent once.
it('an instance killed between sale and mail sends the mail exactly once after the restart', async () => {
  const database = await newDatabase()
  const sql = postgres(database, { max: 1 })
  const [guest] = await sql`
    insert into guests (name, surname, jmbag, list_id) values ('Ana', 'Anić', '0036000001', 1)
    returning id`
  const service = await startMailService()
  const env = {
    RESEND_API_KEY: service.key,
    RESEND_BASE_URL: service.url,
    MAIL_FROM: 'Festival <karte@brucosijada.example>',
  }
  // The mail service delivers the mail but never responds, so the first instance does not know that
  // it was sent.
  service.behave(() => 'hang after accepting')
  const first = await startInstance(database, env)
  const sale = await put(first.url, await demoCookie(first.url, 1), guest?.id, { bought: '1' })
  expect(await sale.json()).toMatchObject({ bought: '1', mailedTo: 'aa00000@fer.hr' })
  await waitUntil(() => service.requests.length === 1, 15)
  await first.stop('SIGKILL')

  service.behave(() => undefined)
  const second = await startInstance(database, env)
  const stateOf = async () => (await sql`select state, to_mail from mails`)[0]
  await waitUntil(async () => (await stateOf())?.state === 'sent', 90)
  await sleep(1500)
  expect(service.delivered.flatMap((mail) => mail.to)).toEqual(['aa00000@fer.hr'])
  expect(await sql`select 1 from mails`).toHaveLength(1)

  await second.stop()
  await service.stop()
  await sql.end()
})
