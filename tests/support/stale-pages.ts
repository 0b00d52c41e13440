import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { seedDemo } from '@/db/seed/demo'
import { PUBLIC_PAGES } from '@/lib/visibility/rules'
import { demoCookie, type Instance } from './instance'

const PATHS = ['/', ...PUBLIC_PAGES.map(({ address }) => address)]

/**
 * Milliseconds after which a change must be visible: on the instance that made it, and on others.
 */
const GRACE = { here: 100, elsewhere: 1000 }

/** State of the festival that a page shows: the name of its first sponsor, or `hidden`. */
type Shown = string

interface Change {
  instance: Instance
  shown: Shown
  sentAt: number
  acknowledgedAt: number
}

/** Result of a search for stale pages. */
export interface StalePageRun {
  changes: number
  responses: number
  /** Responses that showed an outdated state. */
  stale: string[]
  /** Milliseconds from sending a change to its acknowledgement, in order. */
  waits: number[]
}

/**
 * Seeds a festival with every page visible. Returns the id of its first sponsor, whose name
 * identifies a state.
 */
export async function openFestival(sql: postgres.Sql): Promise<number> {
  await seedDemo(sql, { studentEmail: () => 'ab12345@student.example' })
  await sql`update visibility_flags set visible = true where visible is not null`
  const [sponsor] = await sql`select id from sponsors where visible order by "order" limit 1`
  return sponsor?.id
}

/**
 * Changes the festival again and again while all pages are read on all instances, and checks every
 * response. None may show a state from before a change that was acknowledged when the request was
 * sent. Each change follows up to `gap` ms after the start of a read of all pages.
 */
export async function findStalePages(
  instances: Instance[],
  sponsorId: number,
  { changes: count, gap = 500 }: { changes: number; gap?: number },
): Promise<StalePageRun> {
  const cookies = await Promise.all(instances.map(({ url }) => demoCookie(url, 1)))
  const put = async (instance: Instance, path: string, body: object) => {
    const response = await fetch(`${instance.url}/api/${path}/`, {
      method: 'PUT',
      headers: {
        cookie: cookies[instances.indexOf(instance)] ?? '',
        origin: instance.url,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    })
    if (response.status !== 200)
      throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const changes: Change[] = []
  const run: StalePageRun = { changes: count, responses: 0, stale: [], waits: [] }
  let shownName = 'Verzija 0.'
  const change = async (instance: Instance, i: number) => {
    // Every third change hides the site, and the next change shows it again.
    const isHidden = i % 3 === 1
    const sentAt = performance.now()
    if (i % 3 === 0) {
      shownName = `Verzija ${i}.`
      await put(instance, `sponsors/${sponsorId}`, { name: shownName })
    } else
      await put(instance, 'visibility/COMINGSOON_VISIBILITY', { visible: isHidden ? '0' : '1' })
    const acknowledgedAt = performance.now()
    changes.push({ instance, shown: isHidden ? 'hidden' : shownName, sentAt, acknowledgedAt })
    run.waits.push(acknowledgedAt - sentAt)
  }
  const read = async (instance: Instance, path: string) => {
    const requestedAt = performance.now()
    const response = await fetch(instance.url + path)
    const html = await response.text()
    const shown = response.status === 404 ? 'hidden' : (/Verzija \d+\./.exec(html)?.[0] ?? 'hidden')
    run.responses++
    return { instance, path, requestedAt, shown }
  }
  type PageResponse = Awaited<ReturnType<typeof read>>
  const checkResponse = ({ instance, path, requestedAt, shown }: PageResponse) => {
    const isKnown = (c: Change) =>
      requestedAt > c.acknowledgedAt + (c.instance === instance ? GRACE.here : GRACE.elsewhere)
    const latest = changes.findLastIndex(isKnown)
    const allowed = changes.slice(Math.max(0, latest)).map((c) => c.shown)
    if (latest >= 0 && !allowed.includes(shown))
      run.stale.push(`${path}: ${shown} instead of ${allowed.join(' or ')}`)
  }
  await change(instances[0] as Instance, 0)
  await sleep(GRACE.elsewhere)
  for (let i = 1; i <= count; i++) {
    const load = instances.flatMap((instance) => PATHS.map((path) => read(instance, path)))
    await sleep(Math.random() * gap)
    await change(instances[i % instances.length] as Instance, i)
    const responses = await Promise.all(load)
    await sleep(GRACE.here)
    // Reads one page of each instance after the change. Every 20th time it reads all pages, late
    // enough for the other instances too.
    const all = i % 20 === 0
    if (all) await sleep(GRACE.elsewhere)
    const paths = all ? PATHS : [PATHS[i % PATHS.length] as string]
    responses.push(
      ...(await Promise.all(instances.flatMap((instance) => paths.map((p) => read(instance, p))))),
    )
    responses.forEach(checkResponse)
  }
  return run
}
