import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { sentencePage } from '@/lib/http/sentence-page'
import { currentRequest } from '@/lib/log/request-context'
import { compressFast, negotiateEncoding, type Packing } from './compression'
import { NON_PAGE_CSP, type PagePolicies, usesQrScanner } from './csp'
import { fileAt } from './static-files'

const POLICY = 'content-security-policy'

/** A page as it goes out: with its policy, and packed once for each way in which it was asked for. */
interface Page {
  status: number
  policy: string
  plain: Buffer
  packed: Partial<Record<Packing, Buffer>>
}

/** Of pages by what they are, which their etags tell: a page is read and packed once, not each time. */
const known = new Map<string, Page>()

/** More pages than a festival has at a time; past that all are read anew. */
const MOST_KNOWN = 1000

type Sent = [chunk?: unknown, encoding?: unknown, done?: unknown]
type Write = (...sent: Sent) => boolean
type End = (...sent: Sent) => ServerResponse

/**
 * Gives every page that goes out the policy that names its own scripts, and a public one its styles.
 * A page is held back until it is whole, since its scripts are told ahead of it; what makes pages
 * per request is quick.
 */
export function postProcessHtml(
  request: IncomingMessage,
  response: ServerResponse,
  policies: PagePolicies,
): void {
  const path = (request.url ?? '').replace(/[?#].*/s, '')
  const packing = negotiateEncoding(String(request.headers['accept-encoding'] ?? ''))
  const askedForOurs = asksByOurEtag(request, policies)
  // Made as for GET, so that it says the same of itself; Node.js sends nobody a body who asks so.
  if (request.method === 'HEAD' && !/^\/(?:api|_next)\//.test(path)) request.method = 'GET'

  const { flushHeaders } = response
  const write = response.write.bind(response) as Write
  const end = response.end.bind(response) as End
  const parts: Buffer[] = []
  /** A page of ours; another policy has come with the answer of a rewrite, and stays. */
  const isPage = () =>
    !response.headersSent &&
    response.getHeader(POLICY) === NON_PAGE_CSP &&
    String(response.getHeader('content-type')).startsWith('text/html')

  response.flushHeaders = () => {
    if (!isPage()) flushHeaders.call(response)
  }
  response.write = (...sent: Sent) => {
    if (!isPage()) return write(...sent)
    parts.push(bufferOf(sent))
    const done = sent.find((part) => typeof part === 'function')
    if (done) process.nextTick(done)
    return true
  }
  response.end = (...sent: Sent) => {
    response.end = end
    response.write = write
    if (response.statusCode === 304) sayNothingNew(response, askedForOurs ? policies.id : null)
    if (!isPage()) return end(...sent)
    if (sent[0] && typeof sent[0] !== 'function') parts.push(bufferOf(sent))
    if (response.statusCode === 500 && currentRequest()?.lacksDatabase) {
      response.statusCode = 503
      response.setHeader('retry-after', RETRY_AFTER_SECONDS)
    }
    const etag = response.getHeader('etag')
    const page = pageOf(() => Buffer.concat(parts).toString(), path, response, policies)
    response.statusCode = page.status
    response.setHeader(POLICY, page.policy)
    nameWith(response, policies.id)
    // What is made for this one request is packed behind here, as every other answer.
    const body = etag && packing ? packed(page, packing) : page.plain
    if (body !== page.plain) response.setHeader('content-encoding', packing as Packing)
    response.setHeader('content-length', body.length)
    return end(
      body,
      sent.find((part) => typeof part === 'function'),
    )
  }
}

function packed(page: Page, packing: Packing): Buffer {
  page.packed[packing] ??= compressFast(page.plain, packing)
  return page.packed[packing]
}

const bufferOf = ([chunk, encoding]: Sent) =>
  typeof chunk === 'string'
    ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    : Buffer.from(chunk as Uint8Array)

function pageOf(
  html: () => string,
  path: string,
  response: ServerResponse,
  policies: PagePolicies,
): Page {
  const scans = usesQrScanner(path)
  const etag = response.getHeader('etag')
  const key = `${scans} ${etag}`
  const found = etag && known.get(key)
  if (found) return found
  const isPublic = String(response.getHeader('cache-control')).startsWith('public')
  const written = withWords(html(), response.statusCode)
  const text = isPublic
    ? deferScriptsUntilPaint(mergeInlineScripts(inlineStyles(written)))
    : written
  const status = SAYS_NOT_FOUND.test(text) ? 404 : response.statusCode
  const made = { status, policy: policies.of(text, scans), plain: Buffer.from(text), packed: {} }
  if (known.size >= MOST_KNOWN) known.clear()
  if (etag) known.set(key, made)
  return made
}

/** A page that says so itself (components/not-found-status.tsx). */
const SAYS_NOT_FOUND = /<meta name="status" content="404"\/>/

/** The framework's document of a page that it could not make: no language, title or word until scripts run. */
const WITHOUT_WORDS = /^<!DOCTYPE html><html id="__next_error__"/i

/** How soon a visitor may try again while the database is away or busy. */
const RETRY_AFTER_SECONDS = 5

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

/** An etag names page and policy: `"page-policy"`. What knows another policy must be told this one. */
function nameWith(response: ServerResponse, id: string) {
  const etag = response.getHeader('etag')
  if (typeof etag === 'string') response.setHeader('etag', etag.replace(/"$/, `-${id}"`))
}

/** The framework knows pages alone. */
function asksByOurEtag({ headers }: IncomingMessage, { id }: PagePolicies): boolean {
  const ours = `-${id}"`
  if (!headers['if-none-match']?.includes(ours)) return false
  headers['if-none-match'] = headers['if-none-match'].replaceAll(ours, '"')
  return true
}

/** What is kept keeps its policy too, which the etag has just told to be the right one. */
function sayNothingNew(response: ServerResponse, id: string | null) {
  response.removeHeader(POLICY)
  if (id) nameWith(response, id)
}

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
 * What the framework tells its scripts of a page, in one element: in its policy each takes fifty
 * bytes that no packing makes fewer, and a page has twenty.
 */
export const mergeInlineScripts = (html: string): string =>
  html.replaceAll(')</script><script>self.__next_f.push(', ');self.__next_f.push(')

const SCRIPT = /<script src="(\/_next\/static\/[\w./~-]+\.js)"(?: id="\w+")? async=""><\/script>/g

/** However long its picture takes, a page listens to presses from here on. In milliseconds. */
const LATEST = 1000

/**
 * Begins the scripts of a page once there is something to look at: its main picture, which is asked
 * whether it is decoded only when a frame has asked for that (sooner, it is decoded twice, one after
 * the other), or its game, which a phone of two slow cores draws twice as fast by itself. In a tab
 * that nobody sees there are no frames.
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
