import { type IncomingMessage, ServerResponse } from 'node:http'
import { currentRequest } from '@/lib/log/request-context'
import { pathOfUrl } from '@/lib/text/url-path'
import { type ContentEncoding, compressFast, compressOnce, negotiateEncoding } from './compression'
import { NON_PAGE_CSP, type PagePolicies, usesQrScanner } from './csp'
import { finishHtml } from './page-html'

const POLICY = 'content-security-policy'

/** Value of Retry-After for a page that fails because the database is unavailable. */
const RETRY_AFTER_SECONDS = 5

/** A finished page: status, CSP, and body with and without compression. */
interface Page {
  status: number
  policy: string
  plain: Buffer
  compressed: Partial<Record<ContentEncoding, Buffer>>
}

/** Finished pages by etag, so that a cached page is read and compressed once. */
const finished = new Map<string, Page>()

/** Maximum number of finished pages, more than a festival has. Above it the map is emptied. */
const MAX_FINISHED = 1000

/** Data of a page request on which the response depends. */
interface PageRequest {
  path: string
  contentEncoding: ContentEncoding | null
  policies: PagePolicies
  /** Whether the client has cached a page with the current CSP, by its If-None-Match header. */
  hasCurrentPolicy: boolean
}

/**
 * The response class of the server (`ServerResponse` of `createServer`). It buffers the HTML of
 * Next.js until it is complete, because the CSP header needs the hashes of its inline scripts. All
 * other responses pass through.
 */
export class PageResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  #request: PageRequest | null = null
  readonly #html: Buffer[] = []

  /** Call it before Next.js handles the request. */
  prepareForPage(request: IncomingMessage, policies: PagePolicies): void {
    const { headers, method, url = '' } = request
    const path = pathOfUrl(url)
    const etagSuffix = `-${policies.id}"`
    const etags = headers['if-none-match']
    const hasCurrentPolicy = etags?.includes(etagSuffix) ?? false
    // Removes the CSP id from the etags, because Next.js compares etags without it.
    if (etags) headers['if-none-match'] = etags.replaceAll(etagSuffix, '"')
    const contentEncoding = negotiateEncoding(String(headers['accept-encoding'] ?? ''))
    this.#request = { path, contentEncoding, policies, hasCurrentPolicy }
    // A HEAD request is rendered as GET, so that it gets the same headers. Node.js sends no body.
    if (method === 'HEAD' && !/^\/(?:api|_next)\//.test(path)) request.method = 'GET'
  }

  /**
   * Whether this is a page whose headers are not complete. A response with another CSP is not one.
   */
  isUnfinishedPage(): boolean {
    return (
      this.#request !== null &&
      !this.headersSent &&
      this.getHeader(POLICY) === NON_PAGE_CSP &&
      String(this.getHeader('content-type')).startsWith('text/html')
    )
  }

  override flushHeaders(): void {
    if (!this.isUnfinishedPage()) super.flushHeaders()
  }

  override writeHead(status: number, ...rest: [unknown?, unknown?]): this {
    if (status === 304 && this.#request) this.#describeUnchanged(this.#request)
    else if (this.isUnfinishedPage()) {
      this.statusCode = status
      return this
    }
    return Reflect.apply(super.writeHead, this, [status, ...rest])
  }

  override write(
    chunk: unknown,
    encodingOrDone?: BufferEncoding | ((error?: Error | null) => void),
    done?: (error?: Error | null) => void,
  ): boolean {
    const encoding = typeof encodingOrDone === 'string' ? encodingOrDone : undefined
    const callback = typeof encodingOrDone === 'function' ? encodingOrDone : done
    if (!this.isUnfinishedPage()) return super.write(chunk, encoding ?? 'utf8', callback)
    this.#html.push(toBuffer(chunk, encoding))
    if (callback) process.nextTick(callback)
    return true
  }

  override end(
    chunkOrDone?: unknown,
    encodingOrDone?: BufferEncoding | (() => void),
    done?: () => void,
  ): this {
    const callback = [chunkOrDone, encodingOrDone, done].find(isFunction)
    const encoding = typeof encodingOrDone === 'string' ? encodingOrDone : undefined
    const chunk = isFunction(chunkOrDone) ? undefined : chunkOrDone
    if (!this.#request || !this.isUnfinishedPage())
      return super.end(chunk, encoding ?? 'utf8', callback)
    if (chunk) this.#html.push(toBuffer(chunk, encoding))
    return super.end(this.#finishPage(this.#request), callback)
  }

  /** Completes the headers of the page, and returns its body. */
  #finishPage(request: PageRequest): Buffer {
    if (this.statusCode === 500 && currentRequest()?.lacksDatabase) {
      this.statusCode = 503
      this.setHeader('retry-after', RETRY_AFTER_SECONDS)
    }
    const { contentEncoding, policies } = request
    const page = this.#pageOf(request)
    this.statusCode = page.status
    this.setHeader(POLICY, page.policy)
    this.#addPolicyToEtag(policies)
    this.#appendVary('Accept-Encoding')
    let body = page.plain
    if (contentEncoding && this.getHeader('etag'))
      body = page.compressed[contentEncoding] ??= compressFast(page.plain, contentEncoding)
    else if (contentEncoding) body = compressOnce(page.plain, contentEncoding)
    if (contentEncoding) this.setHeader('content-encoding', contentEncoding)
    this.setHeader('content-length', body.length)
    return body
  }

  #pageOf({ path, policies }: PageRequest): Page {
    const usesScanner = usesQrScanner(path)
    const etag = this.getHeader('etag')
    const key = `${usesScanner} ${etag}`
    const found = etag && finished.get(key)
    if (found) return found
    const isPublic = String(this.getHeader('cache-control')).startsWith('public')
    const html = Buffer.concat(this.#html).toString()
    const { text, status } = finishHtml(html, this.statusCode, isPublic)
    const policy = policies.of(text, usesScanner)
    const page = { status, policy, plain: Buffer.from(text), compressed: {} }
    if (finished.size >= MAX_FINISHED) finished.clear()
    if (etag) finished.set(key, page)
    return page
  }

  /**
   * Adds the CSP id to the etag, `"page-policy"`, so that a page is sent again when its CSP
   * changes.
   */
  #addPolicyToEtag({ id }: PagePolicies): void {
    const etag = this.getHeader('etag')
    if (typeof etag === 'string') this.setHeader('etag', etag.replace(/"$/, `-${id}"`))
  }

  /**
   * Completes the headers of a 304 response. It has no CSP, because the client keeps the CSP of its
   * cached page. The etag has confirmed that it is current.
   */
  #describeUnchanged({ policies, hasCurrentPolicy }: PageRequest): void {
    this.removeHeader(POLICY)
    if (hasCurrentPolicy) this.#addPolicyToEtag(policies)
  }

  #appendVary(field: string): void {
    const vary = String(this.getHeader('vary') ?? '')
    if (vary.toLowerCase().includes(field.toLowerCase())) return
    this.setHeader('vary', vary ? `${vary}, ${field}` : field)
  }
}

const isFunction = (value: unknown): value is () => void => typeof value === 'function'

function toBuffer(chunk: unknown, encoding?: BufferEncoding): Buffer {
  if (typeof chunk === 'string') return Buffer.from(chunk, encoding)
  if (chunk instanceof Uint8Array) return Buffer.from(chunk)
  throw new TypeError('the body of a page must be text or bytes')
}
