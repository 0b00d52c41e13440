import type { Caller } from './caller'
import type { Broken } from './invariants'
import type { AcknowledgedWrites } from './ledger'
import { PAGES } from './visitors'
import type { World } from './world'

/** Paths below /api that an admin requests from every instance. Their responses must be equal. */
const CALLS = [
  'visibility',
  'translations',
  'public/lineup',
  'public/sponsors',
  'public/fullness',
  'guests/counts',
  'guests/lists',
  'gates/board',
  'cash/takings',
  'reports/today',
  'reports/daily',
  'reports/nights',
  'sponsors/counts',
  'tags',
  'guests/today-stats',
  'mailer/counts',
  'users/counts',
]

/** Fields that may differ between two responses by design, such as times. */
const MOMENT = /"(now|at|release|lastSeenAt|lastUsedAt)":"[^"]*"|\\"servedAt\\":[\d.]+/g

/**
 * Checks that all instances return the same public pages and API responses, and that these match
 * the database and the acknowledged writes. Also compares all counts of guests inside, and searches
 * the logs for unexpected errors. Calls `broken` for each violation.
 */
export async function agree(
  world: World,
  ledger: AcknowledgedWrites,
  admin: Caller,
  broken: Broken,
) {
  const { sql, members } = world
  const ask = async (address: string, path: string) => {
    const answer = await fetch(address + path, {
      headers: admin.headers,
      signal: AbortSignal.timeout(60_000),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const each = async (path: string) => {
    const answers = await Promise.all(members.map(({ instance }) => ask(instance.url, path)))
    const texts = answers.map(({ status, text }) => `${status} ${text.replaceAll(MOMENT, '')}`)
    if (new Set(texts).size > 1)
      broken(`the instances return different responses for ${path}: ${difference(texts)}`)
    return answers[0]?.text ?? ''
  }
  for (const page of PAGES) await each(`/${page}`)
  for (const call of CALLS) await each(`/api/${call}/`)

  const flags = JSON.parse(await each('/api/visibility/')) as { name: string; visible: string }[]
  for (const [name, visible] of ledger.flags)
    if (visible !== null && flags.find((one) => one.name === name)?.visible !== visible)
      broken(`${name} is not ${visible}`, name)
  const texts = JSON.parse(await each('/api/translations/')) as { id: number; value: string }[]
  for (const [id, value] of ledger.texts)
    if (value !== null && texts.find((one) => one.id === id)?.value !== value)
      broken(`text ${id} is not “${value}”`, `text ${id}`)
  const page = await each('/kontakt')
  for (const {
    key,
    value,
  } of await sql`select key, value from translations where key like 'kontakt.%'`)
    if (!page.includes(value)) broken(`/kontakt does not show ${key}, “${value}”`, value)

  const [stored] = await sql`select count(entered_at)::int as inside from guests`
  const inside: Record<string, number> = { 'the database': stored?.inside }
  for (const { instance, name } of members) {
    inside[`the board of ${name}`] = (await boardOf(instance.url, admin)).inside
    const counts = JSON.parse((await ask(instance.url, '/api/guests/counts/')).text)
    const cells = counts.lists.flatMap(
      (list: { cells: { entered: string; count: number }[] }) => list.cells,
    )
    inside[`the list of ${name}`] = sum(
      cells.filter(({ entered }: { entered: string }) => entered === '1'),
      'count',
    )
    const rows = JSON.parse((await ask(instance.url, '/api/reports/arrivals/')).text)
    inside[`the report of ${name}`] = rows.at(-1)?.inside ?? 0
  }
  for (const [name, { house }] of ledger.phones) if (house !== null) inside[name] = house
  if (new Set(Object.values(inside)).size > 1) broken(`inside: ${JSON.stringify(inside)}`)
  for (const one of await disagreeing(world, ledger)) broken(one)
  for (const { instance, name } of members) {
    const found = instance
      .output()
      .match(
        /^.*(unhandledRejection|uncaughtException|Unhandled|TypeError|ReferenceError|RangeError).*$/gm,
      )
    for (const line of new Set(found ?? [])) broken(`the log of ${name}: ${line}`)
  }
}

const sum = <K extends string>(rows: Record<K, number>[], field: K) =>
  rows.reduce((all, row) => all + row[field], 0)

/** Returns the first event of the live stream of the night board. */
async function boardOf(url: string, admin: Caller): Promise<{ inside: number }> {
  const over = new AbortController()
  const stream = await fetch(`${url}/api/night/stream/`, {
    headers: admin.headers,
    signal: over.signal,
  })
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!/^data: .*\n\n/m.test(text)) text += new TextDecoder().decode((await reader.read()).value)
  over.abort()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] as string)
}

/** Returns an excerpt of both texts around the first character in which they differ. */
function difference([one = '', two = '']: string[]): string {
  let i = 0
  while (one[i] === two[i]) i++
  const near = (text: string) => text.slice(Math.max(0, i - 80), i + 120)
  return `…${near(one)}… and …${near(two)}…`
}

/**
 * Returns a sentence for each phone whose number of guests inside differs from the database. Counts
 * only the guests that this phone scans.
 */
export async function disagreeing({ sql }: World, ledger: AcknowledgedWrites): Promise<string[]> {
  const told: string[] = []
  for (const [name, { inside }] of ledger.phones) {
    const own = `gate@${name.replaceAll(' ', '').toLowerCase()}.example`
    const [row] = await sql`select count(*)::int as inside from guests
      where entered_at is not null and email in ('gate@shared.example', ${own})`
    if (row?.inside !== inside)
      told.push(`${name} counts ${inside} of its guests inside, the database ${row?.inside}`)
  }
  return told
}
