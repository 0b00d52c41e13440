import { createRandom, type Random } from '@/db/seed/random'
import { studentEmail } from '@/lib/students/email'

/** What the figures are told apart by. */
export type Kind =
  | 'page'
  | 'page, kept'
  | 'page for the pocket'
  | 'script, style, font'
  | 'picture'
  | 'other file or call'
  | 'sign-up'
  | 'own ticket'
  | 'bot'
  | (string & {})

/** One request as a browser makes it. */
export interface Ask {
  kind: Kind
  method: 'GET' | 'HEAD' | 'POST' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: string
}

/** What a browser with nothing kept asks for when it opens a page: the page is the first. */
export interface Recorded {
  /** Milliseconds after the page was asked for. */
  after: number
  path: string
  headers: Record<string, string>
  /** Never asked for again by whoever has it: it says so itself, or the site's worker brought it. */
  isOnce: boolean
  /** What whoever has it asks whether it is still so by. */
  etag?: string
}

/** What sessions are made of: pages by address, as recorded, and codes of tickets. */
export interface Site {
  pages: Record<string, Recorded[]>
  performers: string[]
  codes: string[]
  studentDomain: string
}

export interface Planned {
  /** Milliseconds from the start at which it is meant to go out, whatever became of those before. */
  at: number
  visitor: number
  ask: Ask
}

export interface Drop {
  seed: number
  visitors: number
  seconds: number
  /** How much more often they come in the first moment than at the end; 0 for an even stream. */
  burst: number
  /** What thinking times are multiplied by. */
  pace: number
}

/** The usual figures: thrice as many as later come when the tickets are announced. */
export const DEFAULT_ON_SALE = (visitors: number, seconds: number): Drop => ({
  seed: 20251,
  visitors,
  seconds,
  burst: 2,
  pace: 1,
})

/**
 * When visitors come, in ms, in order. Of a Poisson process whose number is known the arrivals are
 * independent draws, here of the rate 1 + burst · e^(−t/τ) with a tenth of the time as τ.
 */
export function arrivals(random: Random, { visitors, seconds, burst }: Drop): number[] {
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
 * The address of the machine's own from which a visitor comes. Like phones, a fifth share the twenty
 * of an operator, and one of twenty is behind the only one of a dormitory.
 */
export function addressOf(visitor: number): string {
  if (visitor % 20 === 19) return '127.2.0.1'
  if (visitor % 5 === 0) return `127.3.0.${1 + ((visitor / 5) % 20)}`
  return `127.${16 + (visitor >> 16)}.${(visitor >> 8) & 255}.${visitor & 255}`
}

/** Who still thinks so many ms after the last have come is left alone. */
const LEAVING = 30_000

/** Everything that a drop asks for, by the moment for which it is meant. */
export function planDrop(drop: Drop, site: Site): Planned[] {
  const random = createRandom(drop.seed)
  const end = drop.seconds * 1000 + LEAVING * drop.pace
  const planned = arrivals(random, drop).flatMap((at, visitor) =>
    visit(random, site, visitor, drop.pace).map(({ after, ask }) => ({
      at: at + after,
      visitor,
      ask,
    })),
  )
  return planned.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
}

/** The same few requests at an even rate, in turns by so many visitors. */
export function planSteady(asks: Ask[], perSecond: number, seconds: number, visitors: number) {
  const random = createRandom(perSecond)
  const drop = { seed: 0, visitors: Math.round(perSecond * seconds), seconds, burst: 0, pace: 1 }
  return arrivals(random, drop).map(
    (at, i): Planned => ({ at, visitor: i % visitors, ask: asks[i % asks.length] as Ask }),
  )
}

type Step = { after: number; ask: Ask }

const BOTS = ['/robots.txt', '/sitemap.xml', '/', '/wp-login.php', '/lineup', '/.env']

/** What one visitor asks for, each so many ms after coming. */
function visit(random: Random, site: Site, visitor: number, pace: number): Step[] {
  if (random.chance(0.03)) return crawl(random, pace)
  // Three of ten have been here before, and have all files and pages of then.
  const kept = random.chance(0.3) ? new Set(keptOf(site)) : new Set<string>()
  const steps: Step[] = []
  let now = 0
  const open = (address: string) => {
    steps.push(...parts(site, address, kept).map(({ after, ask }) => ({ after: now + after, ask })))
    now += thinking(random, 8) * 1000 * pace
  }
  for (const address of path(random, site)) open(address)
  if (random.chance(0.25)) {
    open('/brucosi')
    now += thinking(random, 25) * 1000 * pace
    steps.push({ after: now, ask: signUp(random, visitor, site.studentDomain) })
  }
  if (random.chance(0.05)) {
    now += thinking(random, 5) * 1000 * pace
    const code = site.codes[visitor % site.codes.length]
    steps.push({ after: now, ask: get('own ticket', `/karta/${code}`) })
  }
  return steps
}

/** Seconds: half think shorter than that, a few for minutes; two minutes at most. */
const thinking = (random: Random, median: number) =>
  Math.min(120, median * Math.exp(random.normal(0, 0.7)))

/** Most come by the home page, others by a link to what was announced. */
function path(random: Random, { performers }: Site): string[] {
  const pages = [random.weighted<string>(ENTRIES)]
  const look = (address: string, chance: number) => random.chance(chance) && pages.push(address)
  look('/lineup', 0.5)
  if (pages.includes('/lineup')) look(random.pick(performers), 0.4)
  look('/satnica', 0.3)
  look('/ulaznice', 0.5)
  look('/cjenik', 0.15)
  look('/', 0.15)
  return pages
}

const ENTRIES = [
  ['/', 7],
  ['/ulaznice', 2],
  ['/lineup', 1],
] as const

/** All that a browser asks for to show a page, less what it has; it has it from now on. */
function parts(site: Site, address: string, kept: Set<string>): Step[] {
  // Performers have one page each, of one kind: the first was recorded.
  const recorded = site.pages[address] ?? site.pages[site.performers[0] as string] ?? []
  return recorded.flatMap((part, i) => {
    const path = i === 0 ? address : part.path
    const has = kept.has(path)
    kept.add(path)
    if (has && part.isOnce) return []
    const asks: Record<string, string> =
      has && part.etag && path === part.path ? { 'if-none-match': part.etag } : {}
    const kind = i === 0 && has ? 'page, kept' : kindOf(path, i === 0)
    const headers = { ...part.headers, ...asks }
    return [{ after: i === 0 ? 0 : part.after, ask: { ...get(kind, path), headers } }]
  })
}

const keptOf = ({ pages }: Site) => Object.values(pages).flatMap((all) => all.map((p) => p.path))

export function kindOf(path: string, isPage = false): Kind {
  if (isPage) return 'page'
  if (path.startsWith('/_next/static/')) return 'script, style, font'
  if (/^\/(_next\/image|api\/images|art|icons)\b/.test(path)) return 'picture'
  return /\.\w+$|^\/api\//.test(path) ? 'other file or call' : 'page for the pocket'
}

export const get = (kind: Kind, path: string): Ask => ({ kind, method: 'GET', path })

/** A fresher of this number, as the form sends one in. */
export function signUp(random: Random, visitor: number, studentDomain: string): Ask {
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

/** One that reads no pictures, keeps nothing, and looks for what is not there. */
function crawl(random: Random, pace: number): Step[] {
  return Array.from({ length: 1 + random.int(4) }, (_, i) => ({
    after: i * 1000 * pace,
    ask: { ...get('bot', random.pick(BOTS)), method: random.chance(0.2) ? 'HEAD' : 'GET' },
  }))
}
