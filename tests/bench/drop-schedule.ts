import { createRandom, type Random } from '@/db/seed/random'
import { studentEmail } from '@/lib/students/email'

/** Kind of request, by which the results are grouped. */
export type Kind =
  | 'page'
  | 'page, revalidated'
  | 'page for the offline site'
  | 'script, style, font'
  | 'picture'
  | 'other file or request'
  | 'sign-up'
  | 'ticket page'
  | 'bot'
  | (string & {})

/** One request of a simulated visitor, as a browser sends it. */
export interface VisitorRequest {
  kind: Kind
  method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/**
 * One of the requests that a browser with an empty cache sends to open a page. In a list, the first
 * is the page itself.
 */
export interface RecordedRequest {
  /** Delay in ms after the request of the page. */
  after: number
  path: string
  headers: Record<string, string>
  /**
   * Whether a browser never requests the file a second time: its headers allow caching, or the
   * service worker fetched it.
   */
  isOnce: boolean
  /** ETag of the response, which a browser with a cached copy sends as If-None-Match. */
  etag?: string
}

/** Data for the simulated visits: recorded requests by page, paths of performers, ticket codes. */
export interface Site {
  pages: Record<string, RecordedRequest[]>
  performers: string[]
  codes: string[]
  studentDomain: string
}

export interface PlannedRequest {
  /** Planned send time in ms from the start, whether or not earlier requests have been answered. */
  at: number
  visitor: number
  request: VisitorRequest
}

export interface OnSaleLoad {
  seed: number
  visitors: number
  seconds: number
  /** Extra arrivals at the start, as a multiple of the rate at the end; 0 for an even rate. */
  burst: number
  /** Factor for the thinking times of visitors; below 1, visitors act faster. */
  pace: number
}

/**
 * Default figures of the load at the start of ticket sales: three times as many visitors arrive at
 * first as at the end.
 */
export const DEFAULT_ON_SALE = (visitors: number, seconds: number): OnSaleLoad => ({
  seed: 20251,
  visitors,
  seconds,
  burst: 2,
  pace: 1,
})

/**
 * Draws the arrival times of the visitors in ms, in ascending order. In a Poisson process with a
 * known number of arrivals, the times are independent draws. The rate here is 1 + burst · e^(−t/τ),
 * with a tenth of the duration as τ.
 */
export function arrivals(random: Random, { visitors, seconds, burst }: OnSaleLoad): number[] {
  const tau = seconds / 10
  const whole = 1 - Math.exp(-seconds / tau)
  const early = burst * tau * whole
  const draw = () =>
    random.chance(early / (early + seconds))
      ? -tau * Math.log(1 - random.next() * whole)
      : random.next() * seconds
  return Array.from({ length: visitors }, () => draw() * 1000).sort((a, b) => a - b)
}

/**
 * Loopback IP from which a visitor connects. As with phones, a fifth of the visitors share the 20
 * addresses of a mobile operator, and one of 20 uses the single address of a dormitory.
 */
export function addressOf(visitor: number): string {
  if (visitor % 20 === 19) return '127.2.0.1'
  if (visitor % 5 === 0) return `127.3.0.${1 + ((visitor / 5) % 20)}`
  return `127.${16 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`
}

/** Time in ms after the last arrivals. Requests planned for later are dropped. */
const GRACE_MS = 30_000

/** Plans all requests of a load, ordered by their planned send time. */
export function planOnSale(load: OnSaleLoad, site: Site): PlannedRequest[] {
  const random = createRandom(load.seed)
  const end = load.seconds * 1000 + GRACE_MS * load.pace
  const planned = arrivals(random, load).flatMap((at, visitor) =>
    visit(random, site, visitor, load.pace).map(({ after, request }) => ({
      at: at + after,
      visitor,
      request,
    })),
  )
  return planned.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
}

/** Plans the given requests at an even rate, sent in turn by `visitors` visitors. */
export function planSteady(
  requests: VisitorRequest[],
  perSecond: number,
  seconds: number,
  visitors: number,
) {
  const random = createRandom(perSecond)
  const load = { seed: 0, visitors: Math.round(perSecond * seconds), seconds, burst: 0, pace: 1 }
  return arrivals(random, load).map(
    (at, i): PlannedRequest => ({
      at,
      visitor: i % visitors,
      request: requests[i % requests.length] as VisitorRequest,
    }),
  )
}

type Step = { after: number; request: VisitorRequest }

const BOTS = ['/robots.txt', '/sitemap.xml', '/', '/wp-login.php', '/lineup', '/.env']

/** Plans the requests of one visitor, with their delays in ms after the arrival. */
function visit(random: Random, site: Site, visitor: number, pace: number): Step[] {
  if (random.chance(0.03)) return crawl(random, pace)
  // 30 % of the visitors have been here before, and have all files and pages in their cache.
  const cachedPaths = random.chance(0.3) ? new Set(listRecordedPaths(site)) : new Set<string>()
  const steps: Step[] = []
  let now = 0
  const open = (address: string) => {
    steps.push(
      ...planPage(site, address, cachedPaths).map(({ after, request }) => ({
        after: now + after,
        request,
      })),
    )
    now += drawThinkingTime(random, 8) * 1000 * pace
  }
  for (const address of choosePages(random, site)) open(address)
  if (random.chance(0.25)) {
    open('/brucosi')
    now += drawThinkingTime(random, 25) * 1000 * pace
    steps.push({ after: now, request: signUp(random, visitor, site.studentDomain) })
  }
  if (random.chance(0.05)) {
    now += drawThinkingTime(random, 5) * 1000 * pace
    const code = site.codes[visitor % site.codes.length]
    steps.push({ after: now, request: get('ticket page', `/karta/${code}`) })
  }
  return steps
}

/**
 * Draws a thinking time in seconds: half are shorter than `median`, a few last for minutes, and two
 * minutes is the maximum.
 */
const drawThinkingTime = (random: Random, median: number) =>
  Math.min(120, median * Math.exp(random.normal(0, 0.7)))

/**
 * Draws the pages that a visitor opens. Most start at the home page, others at a link from the
 * announcement.
 */
function choosePages(random: Random, { performers }: Site): string[] {
  const pages = [random.weighted<string>(ENTRIES)]
  const openWithChance = (address: string, chance: number) =>
    random.chance(chance) && pages.push(address)
  openWithChance('/lineup', 0.5)
  if (pages.includes('/lineup')) openWithChance(random.pick(performers), 0.4)
  openWithChance('/satnica', 0.3)
  openWithChance('/ulaznice', 0.5)
  openWithChance('/cjenik', 0.15)
  openWithChance('/', 0.15)
  return pages
}

const ENTRIES = [
  ['/', 7],
  ['/ulaznice', 2],
  ['/lineup', 1],
] as const

/**
 * Plans the requests that a browser sends to show a page. Skips files that it has cached,
 * revalidates other cached responses by ETag, and adds all of them to the cache.
 */
function planPage(site: Site, address: string, cachedPaths: Set<string>): Step[] {
  // Only the page of the first performer was recorded; its requests serve for all performers.
  const recorded = site.pages[address] ?? site.pages[site.performers[0] as string] ?? []
  return recorded.flatMap((part, i) => {
    const path = i === 0 ? address : part.path
    const isCached = cachedPaths.has(path)
    cachedPaths.add(path)
    if (isCached && part.isOnce) return []
    const conditionalHeaders: Record<string, string> =
      isCached && part.etag && path === part.path ? { 'if-none-match': part.etag } : {}
    const kind = i === 0 && isCached ? 'page, revalidated' : kindOf(path, i === 0)
    const headers = { ...part.headers, ...conditionalHeaders }
    return [{ after: i === 0 ? 0 : part.after, request: { ...get(kind, path), headers } }]
  })
}

const listRecordedPaths = ({ pages }: Site) =>
  Object.values(pages).flatMap((all) => all.map((p) => p.path))

export function kindOf(path: string, isPage = false): Kind {
  if (isPage) return 'page'
  if (path.startsWith('/_next/static/')) return 'script, style, font'
  if (/^\/(_next\/image|api\/images|art|icons)\b/.test(path)) return 'picture'
  return /\.\w+$|^\/api\//.test(path) ? 'other file or request' : 'page for the offline site'
}

export const get = (kind: Kind, path: string): VisitorRequest => ({ kind, method: 'GET', path })

/**
 * Builds the sign-up request of an invented fresher; `visitor` gives the last digits of the JMBAG.
 */
export function signUp(random: Random, visitor: number, studentDomain: string): VisitorRequest {
  const student = {
    name: random.pick(['Ana', 'Ivo', 'Đurđa', 'Šime']),
    surname: random.pick(['Žitnjak', 'Horvat', 'Čičak', 'Novak']),
    jmbag: `0036${String(visitor % 1e6).padStart(6, '0')}`,
  }
  const email = studentEmail(student, studentDomain)
  const key = `${visitor}-${random.int(2 ** 32)}`
  return {
    kind: 'sign-up',
    method: 'POST',
    path: '/api/forms/brucosi-form-submit/',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ ...student, email, gdpr_accepted: true }),
  }
}

/**
 * Plans the requests of a bot. It loads no images, caches nothing, and also requests paths that do
 * not exist.
 */
function crawl(random: Random, pace: number): Step[] {
  return Array.from({ length: 1 + random.int(4) }, (_, i) => ({
    after: i * 1000 * pace,
    request: { ...get('bot', random.pick(BOTS)), method: random.chance(0.2) ? 'HEAD' : 'GET' },
  }))
}
