import type { Caller } from './caller'
import type { ReportViolation } from './invariants'
import type { AcknowledgedWrites } from './ledger'
import { PAGES } from './visitors'
import type { World } from './world'

/** Paths below /api that an admin requests from every instance. Their responses must be equal. */
const API_PATHS = [
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
const VARYING_FIELDS = /"(now|at|release|lastSeenAt|lastUsedAt)":"[^"]*"|\\"servedAt\\":[\d.]+/g

/**
 * Checks that all instances return the same public pages and API responses, and that these match
 * the database and the acknowledged writes. Also compares all counts of guests inside, and searches
 * the logs for unexpected errors. Calls `report` for each violation.
 */
export async function compareInstances(
  world: World,
  ledger: AcknowledgedWrites,
  admin: Caller,
  report: ReportViolation,
) {
  const { sql, members } = world
  const request = async (address: string, path: string) => {
    const response = await fetch(address + path, {
      headers: admin.headers,
      signal: AbortSignal.timeout(60_000),
    })
    return { status: response.status, text: await response.text() }
  }
  const requestAll = async (path: string) => {
    const responses = await Promise.all(members.map(({ instance }) => request(instance.url, path)))
    const texts = responses.map(
      ({ status, text }) => `${status} ${text.replaceAll(VARYING_FIELDS, '')}`,
    )
    if (new Set(texts).size > 1)
      report(`the instances return different responses for ${path}: ${difference(texts)}`)
    return responses[0]?.text ?? ''
  }
  for (const page of PAGES) await requestAll(`/${page}`)
  for (const path of API_PATHS) await requestAll(`/api/${path}/`)

  const flags = JSON.parse(await requestAll('/api/visibility/')) as {
    name: string
    visible: string
  }[]
  for (const [name, visible] of ledger.flags)
    if (visible !== null && flags.find((flag) => flag.name === name)?.visible !== visible)
      report(`${name} is not ${visible}`, name)
  const texts = JSON.parse(await requestAll('/api/translations/')) as {
    id: number
    value: string
  }[]
  for (const [id, value] of ledger.texts)
    if (value !== null && texts.find((text) => text.id === id)?.value !== value)
      report(`text ${id} is not “${value}”`, `text ${id}`)
  const page = await requestAll('/kontakt')
  for (const {
    key,
    value,
  } of await sql`select key, value from translations where key like 'kontakt.%'`)
    if (!page.includes(value)) report(`/kontakt does not show ${key}, “${value}”`, value)

  const [stored] = await sql`select count(entered_at)::int as inside from guests`
  const inside: Record<string, number> = { 'the database': stored?.inside }
  for (const { instance, name } of members) {
    inside[`the board of ${name}`] = (await readBoard(instance.url, admin)).inside
    const counts = JSON.parse((await request(instance.url, '/api/guests/counts/')).text)
    const cells = counts.lists.flatMap(
      (list: { cells: { entered: string; count: number }[] }) => list.cells,
    )
    inside[`the list of ${name}`] = sum(
      cells.filter(({ entered }: { entered: string }) => entered === '1'),
      'count',
    )
    const rows = JSON.parse((await request(instance.url, '/api/reports/arrivals/')).text)
    inside[`the report of ${name}`] = rows.at(-1)?.inside ?? 0
  }
  for (const [name, { insideVenue }] of ledger.phones)
    if (insideVenue !== null) inside[name] = insideVenue
  if (new Set(Object.values(inside)).size > 1) report(`inside: ${JSON.stringify(inside)}`)
  for (const mismatch of await findCountMismatches(world, ledger)) report(mismatch)
  for (const { instance, name } of members) {
    const found = instance
      .output()
      .match(
        /^.*(unhandledRejection|uncaughtException|Unhandled|TypeError|ReferenceError|RangeError).*$/gm,
      )
    for (const line of new Set(found ?? [])) report(`the log of ${name}: ${line}`)
  }
}

const sum = <K extends string>(rows: Record<K, number>[], field: K) =>
  rows.reduce((all, row) => all + row[field], 0)

/** Returns the first event of the live stream of the night board. */
async function readBoard(url: string, admin: Caller): Promise<{ inside: number }> {
  const controller = new AbortController()
  const stream = await fetch(`${url}/api/night/stream/`, {
    headers: admin.headers,
    signal: controller.signal,
  })
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!/^data: .*\n\n/m.test(text)) text += new TextDecoder().decode((await reader.read()).value)
  controller.abort()
  return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] as string)
}

/** Returns an excerpt of both texts around the first character in which they differ. */
function difference([first = '', second = '']: string[]): string {
  let i = 0
  while (first[i] === second[i]) i++
  const excerptOf = (text: string) => text.slice(Math.max(0, i - 80), i + 120)
  return `…${excerptOf(first)}… and …${excerptOf(second)}…`
}

/**
 * Returns a sentence for each phone whose number of guests inside differs from the database. Counts
 * only the guests that this phone scans.
 */
export async function findCountMismatches(
  { sql }: World,
  ledger: AcknowledgedWrites,
): Promise<string[]> {
  const mismatches: string[] = []
  for (const [name, { inside }] of ledger.phones) {
    const ownEmail = `gate@${name.replaceAll(' ', '').toLowerCase()}.example`
    const [row] = await sql`select count(*)::int as inside from guests
      where entered_at is not null and email in ('gate@shared.example', ${ownEmail})`
    if (row?.inside !== inside)
      mismatches.push(`${name} counts ${inside} of its guests inside, the database ${row?.inside}`)
  }
  return mismatches
}
