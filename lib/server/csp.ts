import { createHash } from 'node:crypto'
import type { Settings } from '@/lib/config/settings'

/** The settings that name hosts beside our own. */
type Named = Pick<Settings, 'MAP_STYLE_URL' | 'MAP_HOSTS' | 'TICKET_WIDGET_HOSTS' | 'GAME_URL'>

/** Where browsers tell what they have refused (csp-reports.ts). */
const REPORTS = '/api/csp/'

/** Of files and calls: a worker among them may fetch what its pages may, and run our scripts alone. */
export const NON_PAGE_CSP = "script-src 'self'; base-uri 'none'; frame-ancestors 'self'"

/** While the product is being written, React and the framework need all of this. */
export const DEVELOPMENT_CSP =
  "script-src 'self' 'unsafe-inline' 'unsafe-eval' http: https:; base-uri 'none'; frame-ancestors 'self'"

/** A page's script between its tags, as a browser finds it: what stands before is its attributes. */
const SCRIPT = /<script((?:[^>"']|"[^"]*"|'[^']*')*)>(.*?)<\/script[\s/>]/gis

/** Data that stands in a script is not run, so it needs no leave. */
const IS_DATA = /\stype\s*=\s*["']?(?:[\w.+-]+\/(?:[\w.+-]+\+)?json|text\/plain)\b/i

/**
 * The inline scripts of a page by their hashes, each once, as `script-src` names them. Whoever
 * wrote the page wrote them: React escapes all text, and the linter refuses raw HTML. What is
 * put into a page later, in the browser, is not among them.
 */
export function inlineScripts(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(SCRIPT)) {
    if (/\ssrc\s*=/i.test(attributes) || IS_DATA.test(attributes) || text === '') continue
    // A browser reads every end of a line as this one.
    const read = text.replaceAll(/\r\n?/g, '\n')
    hashes.add(`'sha256-${createHash('sha256').update(read).digest('base64')}'`)
  }
  return [...hashes]
}

/** The gate and the desk decode QR codes in WebAssembly. */
export const usesQrScanner = (path: string) => /^\/(?:admin|ulaz)(?:\/|$)/.test(path)

/** The one element that says that a page bears the shop's widget, and whose (ticket-widget.tsx). */
const SHOP = /<div class="poster-shop" data-shop="([^"]+)"/

const originOf = (url: string) =>
  /^https?:/i.test(url) && URL.canParse(url) ? new URL(url).origin : null

/**
 * The policies of this installation. `of` gives the one of a whole page; `id` changes
 * with the settings behind them, so that a kept page is known to have an older one.
 */
export function pagePolicies(settings: Named) {
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
    // Who pays is led through frames and forms of banks that nobody can list beforehand.
    const beside = shop ? [shop, ...shopHosts, 'https:'] : []
    return [
      "default-src 'self'",
      [
        "script-src 'self'",
        ...(scans ? ["'wasm-unsafe-eval'"] : []),
        ...(shop ? [shop, ...shopHosts] : []),
        ...inlineScripts(html),
      ],
      // React writes styles into attributes, dialogs and toasts into elements of their own.
      ["style-src 'self' 'unsafe-inline'", ...beside],
      ["img-src 'self' data: blob:", ...maps, ...beside],
      // A picture that was chosen is read from an address of this very page.
      ["connect-src 'self' blob:", ...maps, ...beside],
      ...(beside.length > 0 ? [["font-src 'self'", ...beside]] : []),
      ["frame-src 'self'", ...(game ? [game] : []), ...beside],
      ["form-action 'self'", ...beside],
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'self'",
      // Every engine knows the older name, and tells at once; of the newer one some tell nothing.
      `report-uri ${REPORTS}`,
    ]
      .map((part) => (typeof part === 'string' ? part : part.join(' ')))
      .join('; ')
  }
  return { id, of }
}

export type PagePolicies = ReturnType<typeof pagePolicies>
