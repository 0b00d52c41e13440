import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentencePage } from '@/lib/http/sentence-page'
import { fileAt } from './static-files'

/**
 * Returns the final HTML of a page, and its status. Styles of public pages are inlined, and their
 * scripts are deferred.
 */
export function finishHtml(html: string, status: number, isPublic: boolean) {
  const completed = replaceEmptyDocument(html, status)
  const text = isPublic
    ? deferScriptsUntilPaint(mergeInlineScripts(inlineStyles(completed)))
    : completed
  return { text, status: NOT_FOUND_META.test(text) ? 404 : status }
}

/** Matches the mark of a page that sets its own status to 404 (components/not-found-status.tsx). */
const NOT_FOUND_META = /<meta name="status" content="404"\/>/

/**
 * Matches the document of Next.js for a failed page: no language, title or text until scripts run.
 */
const EMPTY_DOCUMENT = /^<!DOCTYPE html><html id="__next_error__"/i

const BUSY = 'Stranica se trenutačno ne može otvoriti. Pokušaj ponovno za koji trenutak.'

/**
 * Replaces a document of Next.js without text: for status 404 by the 404 page, for 503 by a
 * sentence. Returns all other pages unchanged. `read` returns the HTML of the 404 page.
 */
export function replaceEmptyDocument(
  html: string,
  status: number,
  read = readNotFoundPage,
): string {
  if (!EMPTY_DOCUMENT.test(html)) return html
  if (status === 404) return read()
  return status === 503 ? sentencePage('Zapelo je', BUSY) : html
}

/** Reads the HTML of the 404 page from the build. It does not depend on visibility flags. */
const readNotFoundPage = () =>
  readFileSync(join(process.env.BUILD_DIR || '.next', 'server/app/_not-found.html'), 'utf8')

const STYLESHEET =
  /<link rel="stylesheet" href="(\/(?:_next\/static|game)\/[\w./-]+\.css)"[^>]*?\/?>/g

/**
 * Inlines the stylesheets of a public page. A phone then draws it half a second sooner, because it
 * needs no further file. The disabled links stay, so that React does not fetch the styles again.
 */
export function inlineStyles(html: string, read = readStyles): string {
  return html.replaceAll(STYLESHEET, (link, address: string) => {
    const styles = read(address)
    if (styles === null || /<\/style/i.test(styles)) return link
    return `<style>${styles}</style>${link.replace('<link ', '<link disabled="" ')}`
  })
}

/**
 * Returns a stylesheet of the build or the game, with relative URLs resolved by its folder; null
 * for an unknown file.
 */
function readStyles(address: string): string | null {
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  const styles = address.startsWith('/game/')
    ? readFileSync(join('public', address), 'utf8')
    : fileAt(address)?.plain.toString()
  return styles?.replaceAll(/url\((["']?)(?!["']|data:|https?:|[/#])/g, `url($1${folder}`) ?? null
}

/**
 * Merges the inline scripts of Next.js into one. A page has about twenty, and each adds a hash of
 * 50 bytes to its CSP, which does not compress.
 */
export const mergeInlineScripts = (html: string): string =>
  html.replaceAll(')</script><script>self.__next_f.push(', ');self.__next_f.push(')

const SCRIPT = /<script src="(\/_next\/static\/[\w./~-]+\.js)"(?: id="\w+")? async=""><\/script>/g

/**
 * Time in ms after which scripts start even if the main image has not loaded, so that the page
 * reacts.
 */
const MAX_SCRIPT_DELAY_MS = 1000

/**
 * Starts the scripts of a page after its main image or game is drawn, because they would delay it.
 * A hidden tab draws nothing, so there they start at once. `decode` is called only after a frame:
 * earlier, the image would be decoded twice. Script URLs stay unchanged, because Next.js identifies
 * a script by its URL and waits for it.
 */
const SCRIPT_STARTER = `<script>(() => {
  let begin = () => {
    begin = () => {}
    for (const link of document.querySelectorAll('link[as=script]')) {
      const script = document.createElement('script')
      script.setAttribute('src', link.getAttribute('href'))
      script.async = true
      document.head.append(script)
    }
  }
  const soon = () => setTimeout(() => begin())
  const frame = (then) => requestAnimationFrame(then)
  const look = () => main?.decode ? main.decode().then(soon, soon) : soon()
  const show = () => frame(() => frame(look))
  const main = document.querySelector('img[fetchpriority=high], iframe')
  setTimeout(() => begin(), document.hidden ? 0 : ${MAX_SCRIPT_DELAY_MS})
  if (!main || main.complete) show()
  else for (const event of ['load', 'error']) main.addEventListener(event, show)
})()</script>`

/** Matches the main image of a page, or the frame of the game. */
const MAIN = /<img [^>]*fetchPriority="high"|<iframe /

/**
 * Defers the scripts of a public page, because on a slow phone they delay the main image or game.
 * Its network transfer comes first, and the scripts run after it is drawn: their links have a media
 * query that never matches, so that nothing is preloaded. A page without a main image preloads its
 * scripts.
 */
export function deferScriptsUntilPaint(html: string): string {
  const linked = new Set<string>()
  const withoutScripts = html.replaceAll(SCRIPT, (_, address: string) => {
    const link = `<link rel="preload" as="script" fetchPriority="low" href="${address}"/>`
    if (linked.has(address) || html.includes(link)) return ''
    linked.add(address)
    return link
  })
  const end = withoutScripts.lastIndexOf('</body>')
  if (withoutScripts === html || end < 0) return html
  const result = withoutScripts.slice(0, end) + SCRIPT_STARTER + withoutScripts.slice(end)
  return MAIN.test(html)
    ? result.replaceAll(
        '<link rel="preload" as="script"',
        '<link rel="preload" media="not all" as="script"',
      )
    : result
}
