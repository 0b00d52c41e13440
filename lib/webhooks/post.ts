import { Resolver } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { getConfig } from '@/lib/config/settings'
import { WEBHOOK_MESSAGES } from './schema'

// Receivers are named by people, and asked from inside the festival's network: whatever a name
// stands for is looked at when the connection is made, so that no answer of a name server, and no
// second one, leads to a machine in here. No redirect is followed.

/** Milliseconds of an attempt in all, and bytes of an answer that are read. */
const LIMITS = { ms: 10_000, bytes: 64 * 1024 }

/** Global unicast of IPv6 (IANA). The library calls unassigned addresses outside of it unicast too. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/** Whether an address is one of the public internet, by IANA's registries of special purposes. */
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
 * Why an address may not be told, in words, or null: https alone, and no address of a private
 * network. What a name stands for is looked at when it is connected to.
 */
export function urlProblem(text: string): string | null {
  const url = new URL(text)
  const host = hostOf(url)
  if (isIP(host) > 0 ? !mayReach(host) : /(^|\.)localhost\.?$/.test(host))
    return WEBHOOK_MESSAGES.isPrivate
  // Plain only towards this very machine, where a test has allowed that at all.
  return url.protocol === 'https:' || isLoopback(host) ? null : WEBHOOK_MESSAGES.wrongUrl
}

/** Why there was no answer, in words for an admin. */
export class UnreachableError extends Error {}

export type Resolve = (host: string) => Promise<string[]>

/** Not by the system's own way, of which four that hang would hold up all files of the process. */
const resolve: Resolve = async (host) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}

const lookupBy =
  (ask: Resolve): LookupFunction =>
  (host, options, callback) => {
    ask(host).then(
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

export interface Answered {
  status: number
  /** The first bytes of the answer. */
  text: string
  /** Seconds for which the receiver asks to be left alone. */
  retryAfter: number
}

/** Sends one message, within the limits. Throws UnreachableError where no answer comes. */
export function post(
  address: string,
  headers: Record<string, string>,
  body: string,
  ask: Resolve = resolve,
): Promise<Answered> {
  const problem = urlProblem(address)
  if (problem) return Promise.reject(new UnreachableError(problem))
  const url = new URL(address)
  const { request } = url.protocol === 'https:' ? https : http
  const signal = AbortSignal.timeout(LIMITS.ms)
  return new Promise((done, fail) => {
    const refuse = (error: Error) => fail(signal.aborted ? tooSlow() : worded(error))
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: agents[url.protocol as 'https:'],
      lookup: lookupBy(ask),
      signal,
    })
    sent.on('error', refuse).on('response', (response) => {
      const chunks: Buffer[] = []
      let length = 0
      const end = () =>
        done({
          status: response.statusCode ?? 0,
          text: readable(Buffer.concat(chunks)),
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
        .on('error', refuse)
    })
    sent.end(body)
  })
}

const tooSlow = () => new UnreachableError('Prijemnik nije odgovorio u deset sekundi.')

/** What is kept of an answer: a few hundred characters, none of which a database or a screen minds. */
const readable = (bytes: Buffer) =>
  bytes
    .subarray(0, 2000)
    .toString('utf8')
    .replace(/[\p{Cc}\p{Cf}\uFFFD\s]+/gu, ' ')
    .trim()
    .slice(0, 500)

const WORDS: Record<string, string> = {
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

function worded(error: Error & { code?: string }): UnreachableError {
  if (error instanceof UnreachableError) return error
  const code = error.code ?? ''
  return new UnreachableError(WORDS[code] ?? `Veza nije uspjela${code ? ` (${code})` : ''}.`)
}
