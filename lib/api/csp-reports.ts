import { z } from 'zod'
import { processSingleton } from '@/db/process-singleton.mjs'
import { logError } from '@/lib/log/log'

const text = z.string().max(4000).optional()

/** What a browser tells of something that a page's policy refused (CSP level 2 and 3). */
export const cspReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
})

type Report = z.output<typeof cspReport>['csp-report']

/** Refusals by what was refused and where. */
const refusals = processSingleton('csp-refusals', () => new Map<string, number>())

/** Anybody can invent reports, so what does not fit any more is counted as one kind. */
const MOST_KINDS = 100
const OTHERS = 'something else'

/** What this instance was told since it started, by kind; the log has the same. */
export const countedRefusals = (): ReadonlyMap<string, number> => refusals

/**
 * Counts a refusal, and logs its kind at the first, the tenth, the hundredth … time. Neither holds
 * more of an address than which page it is: tickets, keys and questions stand behind that.
 */
export function countRefusal(report: Report): void {
  const blocked = nameBlocked(report['blocked-uri'] ?? '')
  // Extensions put scripts of their own into every page; that is between them and their owner.
  if (blocked === null) return
  const [directive = ''] = (
    report['effective-directive'] ||
    report['violated-directive'] ||
    ''
  ).split(' ')
  const what = /^[a-z-]{5,30}$/.test(directive) ? directive : 'a directive'
  const kind = `${what} refused ${blocked} on ${namePage(report['document-uri'] ?? '')}`
  const counted = refusals.has(kind) || refusals.size < MOST_KINDS ? kind : OTHERS
  const count = (refusals.get(counted) ?? 0) + 1
  refusals.set(counted, count)
  if (Number.isInteger(Math.log10(count)))
    logError(`Content-Security-Policy: ${counted} (told ${count} times so far)`)
}

/** `inline`, `eval`, a scheme or a host; null for what an extension brought. */
function nameBlocked(uri: string): string | null {
  if (/^[a-z-]*extension(:|$)/.test(uri)) return null
  if (/^[a-z-]{1,20}$/.test(uri)) return uri
  if (!URL.canParse(uri)) return 'something'
  const { protocol, host } = new URL(uri)
  return host.slice(0, 100) || protocol
}

/** `/ulaznice`, `/admin/guests`; of all others below a page, such as a ticket, that there is one. */
function namePage(uri: string): string {
  const path = URL.canParse(uri) ? new URL(uri).pathname : ''
  const [first = '', second = '', ...rest] = path.split('/').slice(1)
  if (!/^[a-z0-9-]{0,40}$/i.test(first)) return 'a page'
  if (first === 'admin' && /^[a-z-]{1,40}$/.test(second))
    return `/admin/${second}${rest.some(Boolean) ? '/…' : ''}`
  return `/${first}${second ? '/…' : ''}`
}
