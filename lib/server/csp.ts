import { createHash } from 'node:crypto'
import type { Settings } from '@/lib/config/settings'

/** Settings that name hosts other than our own. */
type HostSettings = Pick<
  Settings,
  'MAP_STYLE_URL' | 'MAP_HOSTS' | 'TICKET_WIDGET_HOSTS' | 'GAME_URL'
>

/** Path to which browsers report violations of the CSP (lib/api/csp-reports.ts). */
const REPORTS = '/api/csp/'

/**
 * CSP of files and API responses. A service worker among the files runs only our own scripts, and
 * may fetch everything that its pages may fetch.
 */
export const NON_PAGE_CSP = "script-src 'self'; base-uri 'none'; frame-ancestors 'self'"

/** CSP in development, because React and Next.js then need inline scripts and `eval`. */
export const DEVELOPMENT_CSP =
  "script-src 'self' 'unsafe-inline' 'unsafe-eval' http: https:; base-uri 'none'; frame-ancestors 'self'"

/**
 * Matches a script element as a browser parses it. Group 1 has its attributes, group 2 its text.
 */
const SCRIPT = /<script((?:[^>"']|"[^"]*"|'[^']*')*)>(.*?)<\/script[\s/>]/gis

/** Matches the attributes of a script element with data, which is not run and needs no hash. */
const IS_DATA = /\stype\s*=\s*["']?(?:[\w.+-]+\/(?:[\w.+-]+\+)?json|text\/plain)\b/i

/**
 * Returns the hashes of the inline scripts of a page for `script-src`, each once. The scripts are
 * trusted: React escapes all text, and the linter forbids raw HTML. Scripts that are added later in
 * the browser have no hash.
 */
export function inlineScripts(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(SCRIPT)) {
    if (/\ssrc\s*=/i.test(attributes) || IS_DATA.test(attributes) || text === '') continue
    // Browsers convert every line end to \n before they compute the hash.
    const normalizedText = text.replaceAll(/\r\n?/g, '\n')
    hashes.add(`'sha256-${createHash('sha256').update(normalizedText).digest('base64')}'`)
  }
  return [...hashes]
}

/**
 * Whether a page may scan QR codes in WebAssembly: the gate and the admin area, with the ticket
 * desk.
 */
export const usesQrScanner = (path: string) => /^\/(?:admin|ulaz)(?:\/|$)/.test(path)

/**
 * Matches the only element that marks a page with the ticket shop's widget, and contains the URL of
 * the widget (components/public/tickets/ticket-widget.tsx).
 */
const SHOP = /<div class="poster-shop" data-shop="([^"]+)"/

const originOf = (url: string) =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : null

/**
 * Creates the CSP of pages for these settings. `of` returns the CSP of one page by its HTML. `id`
 * is a hash of the settings. A cached page with another `id` is recognized as outdated.
 */
export function pagePolicies(settings: HostSettings) {
  const maps = [settings.MAP_STYLE_URL, ...settings.MAP_HOSTS].flatMap((url) =>
    url ? (originOf(url) ?? []) : [],
  )
  const game = originOf(settings.GAME_URL)
  const shopHosts = settings.TICKET_WIDGET_HOSTS
  const id = createHash('sha256')
    .update(JSON.stringify([maps, game, shopHosts]))
    .digest('base64url')
    .slice(0, 6)

  function of(html: string, scans: boolean): string {
    const shop = originOf(SHOP.exec(html)?.[1] ?? '')
    // A payment leads through frames and forms of banks that cannot be listed in advance, so every
    // https origin is allowed.
    const shopSources = shop ? [shop, ...shopHosts, 'https:'] : []
    return [
      "default-src 'self'",
      [
        "script-src 'self'",
        ...(scans ? ["'wasm-unsafe-eval'"] : []),
        ...(shop ? [shop, ...shopHosts] : []),
        ...inlineScripts(html),
      ],
      // React writes styles into attributes; dialogs and toasts add style elements.
      ["style-src 'self' 'unsafe-inline'", ...shopSources],
      ["img-src 'self' data: blob:", ...maps, ...shopSources],
      // An image file that the user chose is read through a blob URL of the page.
      ["connect-src 'self' blob:", ...maps, ...shopSources],
      ...(shopSources.length > 0 ? [["font-src 'self'", ...shopSources]] : []),
      ["frame-src 'self'", ...(game ? [game] : []), ...shopSources],
      ["form-action 'self'", ...shopSources],
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      // All browsers support `report-uri` and report at once. With the newer `report-to` some send
      // nothing.
      `report-uri ${REPORTS}`,
    ]
      .map((part) => (typeof part === 'string' ? part : part.join(' ')))
      .join('; ')
  }
  return { id, of }
}

export type PagePolicies = ReturnType<typeof pagePolicies>
