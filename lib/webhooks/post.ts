import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { getConfig } from '@/lib/config/settings'
import { foreignLine } from '@/lib/text/clean'
import { WEBHOOK_MESSAGES } from './schema'

// Admins type the URLs of receivers, and the requests to them start inside the festival's network.
// So the IP addresses of a host name are checked whenever a connection is made: no DNS response can
// lead to an internal machine. Redirects are not followed.

/** Timeout of an attempt in ms, and maximum number of bytes of a response that are read. */
const LIMITS = { ms: 10_000, bytes: 64 * 1024 }

/**
 * Range of global unicast IPv6 addresses (IANA). The library reports unassigned addresses outside
 * this range as unicast too.
 */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is on the public internet, by the special-purpose registries of IANA. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_UNICAST)
}

const isLoopback = (address: string) =>
  isIP(address) > 0 && ipaddr.parse(address).range() === 'loopback'

const mayReach = (address: string) =>
  isPublic(address) || (getConfig().WEBHOOKS_TO_LOOPBACK && isLoopback(address))

const hostOf = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Returns why a receiver's URL is not allowed, as a message, or null. Only https is allowed, and no
 * address of a private network. A host name is checked when the connection is made.
 */
export function urlProblem(text: string): string | null {
  const url = new URL(text)
  const host = hostOf(url)
  if (isIP(host) > 0 ? !mayReach(host) : /(^|\.)localhost\.?$/.test(host))
    return WEBHOOK_MESSAGES.isPrivate
  // Plain http is allowed only to this machine itself, and only if a test has enabled that.
  return url.protocol === 'https:' || isLoopback(host) ? null : WEBHOOK_MESSAGES.wrongUrl
}

/** Error of an attempt without a response. Its message gives an admin the reason. */
export class UnreachableError extends Error {}

export type Resolve = (host: string) => Promise<string[]>

/**
 * Resolves a host name with DNS queries of its own. The system resolver would use the thread pool,
 * where four hanging lookups block all file access of the process.
 */
const resolve: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
}

const lookupBy =
  (resolveHost: Resolve): LookupFunction =>
  (host, options, callback) => {
    resolveHost(host).then(
      (found) => {
        const addresses = found.map((address) => ({ address, family: isIP(address) }))
        const [first] = addresses
        if (!first)
          callback(new UnreachableError(`Ime ${host} ne postoji ili se ne može naći.`), '')
        else if (!found.every(mayReach))
          callback(new UnreachableError(WEBHOOK_MESSAGES.isPrivate), '')
        else if (options.all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, ''),
    )
  }

const agents = {
  'http:': new http.Agent({ keepAlive: true, maxFreeSockets: 4 }),
  'https:': new https.Agent({ keepAlive: true, maxFreeSockets: 4 }),
}

export interface PostResponse {
  status: number
  /** Start of the response body, cleaned for display. */
  text: string
  /** Delay in seconds that the receiver asks for in `Retry-After`; 0 without one. */
  retryAfter: number
}

/**
 * Sends one message and returns the response. Throws UnreachableError if there is no response
 * within the timeout, or if the URL is not allowed.
 */
export function post(
  address: string,
  headers: Record<string, string>,
  body: string,
  resolveHost: Resolve = resolve,
): Promise<PostResponse> {
  const problem = urlProblem(address)
  if (problem) return Promise.reject(new UnreachableError(problem))
  const url = new URL(address)
  const { request } = url.protocol === 'https:' ? https : http
  const signal = AbortSignal.timeout(LIMITS.ms)
  return new Promise((done, reject) => {
    const rejectWith = (error: Error) =>
      reject(signal.aborted ? timeoutError() : toUnreachableError(error))
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: agents[url.protocol as 'https:'],
      lookup: lookupBy(resolveHost),
      signal,
    })
    outgoing.on('error', rejectWith).on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = () =>
        done({
          status: response.statusCode ?? 0,
          text: toStoredText(Buffer.concat(chunks)),
          retryAfter: Number(response.headers['retry-after']) || 0,
        })
      response
        .on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          length += chunk.length
          if (length < LIMITS.bytes) return
          end()
          response.destroy()
        })
        .on('end', end)
        .on('error', rejectWith)
    })
    outgoing.end(body)
  })
}

const timeoutError = () => new UnreachableError('Prijemnik nije odgovorio u deset sekundi.')

/** Returns the part of a response body that is stored. */
const toStoredText = (bytes: Buffer) => foreignLine(bytes.toString('utf8', 0, 2000))

const ERROR_MESSAGES: Record<string, string> = {
  ECONNREFUSED: 'Prijemnik ne prima veze.',
  ECONNRESET: 'Prijemnik je prekinuo vezu.',
  EHOSTUNREACH: 'Do prijemnika nema puta.',
  ENETUNREACH: 'Do prijemnika nema puta.',
  ETIMEDOUT: 'Prijemnik se ne javlja.',
  CERT_HAS_EXPIRED: 'Certifikat prijemnika je istekao.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Certifikat prijemnika nije izdao nitko kome se vjeruje.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Certifikat prijemnika nije izdao nitko kome se vjeruje.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Certifikat prijemnika nije potpun.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Certifikat prijemnika glasi na drugo ime.',
}

function toUnreachableError(error: Error & { code?: string }): UnreachableError {
  if (error instanceof UnreachableError) return error
  const code = error.code ?? ''
  return new UnreachableError(
    ERROR_MESSAGES[code] ?? `Veza nije uspjela${code ? ` (${code})` : ''}.`,
  )
}
