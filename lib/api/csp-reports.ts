import { z } from 'zod'
import { processSingleton } from '@/db/process-singleton.mjs'
import { logError } from '@/lib/log/log'

const text = z.string().max(4000).optional()

/** Report of a browser about a CSP violation (CSP level 2 and 3). */
export const cspReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
  }),
})

type Report = z.output<typeof cspReport>['csp-report']

/** Number of violations by directive, blocked source and page. */
const refusals = processSingleton('csp-refusals', () => new Map<string, number>())

/**
 * Maximum number of kinds of violations that are counted, because anybody can send invented
 * reports. Further kinds are counted together.
 */
const MAX_KINDS = 100
const OTHER_KINDS = 'something else'

/** Returns the violations reported to this instance since its start, by kind. */
export const countedRefusals = (): ReadonlyMap<string, number> => refusals

/**
 * Counts a violation, and logs its kind at the 1st, 10th, 100th … time. URLs are cut to the page, since
 * the rest may contain ticket codes, slugs and queries.
 */
export function countRefusal(report: Report): void {
  const source = describeSource(report['blocked-uri'] ?? '')
  // Ignores browser extensions: they add scripts to every page, which is no fault of our pages.
  if (source === null) return
  const [directive = ''] = (
    report['effective-directive'] ||
    report['violated-directive'] ||
    ''
  ).split(' ')
  const name = /^[a-z-]{5,30}$/.test(directive) ? directive : 'a directive'
  const kind = `${name} refused ${source} on ${describePage(report['document-uri'] ?? '')}`
  const countedKind = refusals.has(kind) || refusals.size < MAX_KINDS ? kind : OTHER_KINDS
  const count = (refusals.get(countedKind) ?? 0) + 1
  refusals.set(countedKind, count)
  if (Number.isInteger(Math.log10(count)))
    logError(`Content-Security-Policy: ${countedKind} (reported ${count} times so far)`)
}

/** Returns the blocked source: `inline`, `eval`, a scheme or a host; null for a browser extension. */
function describeSource(uri: string): string | null {
  if (/^[a-z-]*extension(:|$)/.test(uri)) return null
  if (/^[a-z-]{1,20}$/.test(uri)) return uri
  if (!URL.canParse(uri)) return 'something'
  const { protocol, host } = new URL(uri)
  return host.slice(0, 100) || protocol
}

/** Returns the path of a page, such as `/ulaznice` or `/admin/guests`, with `…` for deeper segments. */
function describePage(uri: string): string {
  const path = URL.canParse(uri) ? new URL(uri).pathname : ''
  const [first = '', second = '', ...rest] = path.split('/').slice(1)
  if (!/^[a-z0-9-]{0,40}$/i.test(first)) return 'a page'
  if (first === 'admin' && /^[a-z-]{1,40}$/.test(second))
    return `/admin/${second}${rest.some(Boolean) ? '/…' : ''}`
  return `/${first}${second ? '/…' : ''}`
}
