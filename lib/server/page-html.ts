import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sentencePage } from '@/lib/http/sentence-page'
import { fileAt } from './static-files'

/** Returns the HTML of a page as it is sent, and its status. Public pages get their styles and late scripts. */
export function finishHtml(html: string, status: number, isPublic: boolean) {
  const written = withWords(html, status)
  const text = isPublic
    ? deferScriptsUntilPaint(mergeInlineScripts(inlineStyles(written)))
    : written
  return { text, status: SAYS_NOT_FOUND.test(text) ? 404 : status }
}

/** A page that says so itself (components/not-found-status.tsx). */
const SAYS_NOT_FOUND = /<meta name="status" content="404"\/>/

/** The framework's document of a page that it could not make: no language, title or word until scripts run. */
const WITHOUT_WORDS = /^<!DOCTYPE html><html id="__next_error__"/i

const BUSY = 'Stranica se trenutačno ne može otvoriti. Pokušaj ponovno za koji trenutak.'

/** A page with the words of a status, in place of a document without words. */
export function withWords(html: string, status: number, read = readNotFoundPage): string {
  if (!WITHOUT_WORDS.test(html)) return html
  if (status === 404) return read()
  return status === 503 ? sentencePage('Zapelo je', BUSY) : html
}

/** The not-found page. The build made it; no flag changes it. */
const readNotFoundPage = () =>
  readFileSync(join(process.env.BUILD_DIR || '.next', 'server/app/_not-found.html'), 'utf8')

const STYLESHEET =
  /<link rel="stylesheet" href="(\/(?:_next\/static|game)\/[\w./-]+\.css)"[^>]*?\/?>/g

/**
 * A public page with its styles in it: on a phone it is drawn half a second sooner, for it waits
 * for nothing but itself. The link stays, so that React finds it and fetches none of its own.
 */
export function inlineStyles(html: string, read = readStyles): string {
  return html.replaceAll(STYLESHEET, (link, address: string) => {
    const styles = read(address)
    if (styles === null || /<\/style/i.test(styles)) return link
    return `<style>${styles}</style>${link.replace('<link ', '<link disabled="" ')}`
  })
}

/** A stylesheet of the build or the game; null where there is none. What it names stands beside it there. */
function readStyles(address: string): string | null {
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  const styles = address.startsWith('/game/')
    ? readFileSync(join('public', address), 'utf8')
    : fileAt(address)?.plain.toString()
  return styles?.replaceAll(/url\((["']?)(?!["']|data:|https?:|[/#])/g, `url($1${folder}`) ?? null
}

/**
 * Merges the inline scripts of Next.js into one. Each needs a hash of fifty bytes in the policy, which does
 * not compress, and a page has twenty.
 */
export const mergeInlineScripts = (html: string): string =>
  html.replaceAll(')</script><script>self.__next_f.push(', ');self.__next_f.push(')

const SCRIPT = /<script src="(\/_next\/static\/[\w./~-]+\.js)"(?: id="\w+")? async=""><\/script>/g

/** However long its picture takes, a page listens to presses from here on. In milliseconds. */
const LATEST = 1000

/**
 * Begins the scripts of a page once there is something to look at: its main picture, which is asked
 * whether it is decoded only when a frame has asked for that (sooner, it is decoded twice, one after
 * the other), or its game, which a phone of two slow cores draws twice as fast by itself. A hidden tab
 * draws no frames.
 * The framework knows a script by its address as the page names it, and waits for it for ever under another.
 */
const BEGIN = `<script>(() => {
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
  setTimeout(() => begin(), document.hidden ? 0 : ${LATEST})
  if (!main || main.complete) show()
  else for (const event of ['load', 'error']) main.addEventListener(event, show)
})()</script>`

/** A page's main picture, or the game in its frame. */
const MAIN = /<img [^>]*fetchPriority="high"|<iframe /

/**
 * A public page whose scripts come behind its main picture or game, which without them has the network
 * to itself, and run when it has been drawn: else they keep a slow phone from what its visitor came to see.
 * Where there is no such picture they are asked for with the page.
 */
export function deferScriptsUntilPaint(html: string): string {
  const asked = new Set<string>()
  const scriptless = html.replaceAll(SCRIPT, (_, address: string) => {
    const link = `<link rel="preload" as="script" fetchPriority="low" href="${address}"/>`
    if (asked.has(address) || html.includes(link)) return ''
    asked.add(address)
    return link
  })
  const end = scriptless.lastIndexOf('</body>')
  if (scriptless === html || end < 0) return html
  const whole = scriptless.slice(0, end) + BEGIN + scriptless.slice(end)
  return MAIN.test(html)
    ? whole.replaceAll('<link rel="preload" as="script"', '<link as="script"')
    : whole
}
