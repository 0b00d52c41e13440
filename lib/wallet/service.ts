import type { z } from 'zod'
import { getDb } from '@/db/pool'
import { getEdition } from '@/db/queries/festival'
import * as queries from '@/db/queries/wallet'
import { getConfig } from '@/lib/config/settings'
import { readEdition, viewEdition } from '@/lib/festival/service'
import { notFound, requireFound, ServiceError } from '@/lib/http/errors'
import { rateLimitByKey } from '@/lib/http/rate-limit'
import { logError } from '@/lib/log/log'
import { readTicket } from '@/lib/tickets/read-ticket'
import type { Ticket } from '@/lib/tickets/rules'
import { applePass } from './apple-pass'
import { saveToWalletUrl } from './google'
import { PKPASS } from './rules'
import type { changedPassesResponse } from './schema'
import { hasPassToken } from './tokens'

/**
 * Header that forbids caching of a pass: everyone who has its URL has the ticket. Other headers
 * that protect the URL are in next.config.ts.
 */
const SECRET = { 'cache-control': 'private, no-store' }

/**
 * Rate limit of the passes of one ticket: 30 per minute, because signing a pass needs processor
 * time.
 */
const PASSES = { points: 30, seconds: 60 }

/**
 * Returns the ticket of a code with its wallet pass. Throws not_found if there is no such ticket.
 * Every wrong code runs the same database query (rule 12.20: the response is always the same).
 */
async function passOf(code: string, isGoogle: boolean) {
  const ticket = requireFound(await readTicket(code))
  await rateLimitByKey('wallet pass', ticket.code, PASSES)
  const pass = requireFound(await queries.getOrCreatePass(getDb(), ticket.code, { isGoogle }))
  return { ticket, pass }
}

/**
 * Returns a ticket as an Apple Wallet pass. Throws not_found without such a ticket, or if Apple
 * Wallet is not configured.
 */
export async function ticketForApple(code: string): Promise<Response> {
  const apple = requireApple()
  const { ticket, pass } = await passOf(code, false)
  return passFile(await applePass(apple, pass, ticket, await readEdition()))
}

const passFile = (bytes: Buffer, headers: Record<string, string> = {}) =>
  new Response(new Uint8Array(bytes), {
    headers: {
      ...SECRET,
      'content-type': PKPASS,
      'content-disposition': 'attachment; filename="karta.pkpass"',
      ...headers,
    },
  })

/**
 * Redirects to the URL at which Google saves the ticket. Throws not_found without such a ticket, or
 * if Google Wallet is not configured.
 */
export async function ticketForGoogle(code: string): Promise<Response> {
  const { google } = getConfig().wallets
  if (!google) throw notFound()
  const { ticket, pass } = await passOf(code, true)
  const row = await getEdition(getDb())
  const location = await saveToWalletUrl(google, pass, ticket, { ...viewEdition(row), id: row.id })
  return new Response(null, { status: 302, headers: { ...SECRET, location } })
}

// Phones with Apple Wallet passes call the functions below, as Apple's web service for passes
// prescribes.

function requireApple() {
  const { apple } = getConfig().wallets
  if (!apple) throw notFound()
  return apple
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface PassNumber {
  passType: string
  serial: string
}

/**
 * Returns the pass that a phone names, if the request has the pass's token. In all other cases
 * throws the same error, not_signed_in.
 */
async function requirePass(request: Request, { passType, serial }: PassNumber) {
  const apple = requireApple()
  const isValid = UUID.test(serial) && passType === apple.passType && hasPassToken(request, serial)
  const pass = isValid ? await queries.getPass(getDb(), serial) : null
  if (!pass)
    throw new ServiceError('not_signed_in', 'Oznaka karte nije ispravna.', { code: 'wrong_pass' })
  return { apple, pass }
}

/** Registers a phone for changes of a pass: status 201 for a new phone, 200 for a known one. */
export async function registerPhone(
  request: Request,
  { device, ...number }: PassNumber & { device: string },
  pushToken: string,
): Promise<Response> {
  const { pass } = await requirePass(request, number)
  const isNew = await queries.addPhone(getDb(), { passId: pass.id, device, pushToken })
  return new Response(null, { status: isNew ? 201 : 200 })
}

/** Ends the registration of a phone that has deleted the pass. */
export async function unregisterPhone(
  request: Request,
  { device, ...number }: PassNumber & { device: string },
): Promise<Response> {
  const { pass } = await requirePass(request, number)
  await queries.deletePhone(getDb(), pass.id, device)
  return new Response(null, { status: 200 })
}

/**
 * Seconds by which the list of changes starts earlier than requested. A transaction can become
 * visible after transactions with later times, and its change must not be missed. A change that is
 * listed twice does no harm.
 */
const OVERLAP_S = 60

/** Returns the passes on a phone that have changed since a time; status 204 if there are none. */
export async function changedPasses(
  { device, passType }: { device: string; passType: string },
  since?: string,
): Promise<Response> {
  const apple = requireApple()
  const after = since === undefined ? null : new Date(Number(since) * 1000 - OVERLAP_S * 1000)
  const isKnown = passType === apple.passType && !Number.isNaN(after?.getTime())
  const passes = isKnown ? await queries.listPassesOnPhone(getDb(), device, after) : []
  if (passes.length === 0) return new Response(null, { status: 204 })
  const body: z.infer<typeof changedPassesResponse> = {
    serialNumbers: passes.map(({ id }) => id),
    lastUpdated: String(Math.max(...passes.map(({ changedAt }) => changedAt.getTime() / 1000))),
  }
  return Response.json(body, { headers: { 'cache-control': 'no-store' } })
}

/**
 * Returns the current pass; status 304 if the phone has that version. A void pass has no personal
 * data.
 */
export async function currentPass(request: Request, number: PassNumber): Promise<Response> {
  const { apple, pass } = await requirePass(request, number)
  const phoneVersion = Date.parse(request.headers.get('if-modified-since') ?? '')
  if (phoneVersion >= pass.changedAt.getTime()) return new Response(null, { status: 304 })
  await rateLimitByKey('wallet pass', pass.id, PASSES)
  const ticket: Ticket | null = pass.confCode ? await readTicket(pass.confCode) : null
  const bytes = await applePass(apple, pass, ticket, await readEdition())
  return passFile(bytes, { 'last-modified': pass.changedAt.toUTCString() })
}

/**
 * Rate limit of the lines that phones may write to the log: 60 per hour in total, because anyone
 * can send some.
 */
const LINES = { points: 60, seconds: 3600 }

/** Writes the errors that phones report to the server's log. */
export async function logWalletErrors(logs: string[]): Promise<Response> {
  requireApple()
  for (const line of logs.slice(0, 10)) {
    const isAllowed = await rateLimitByKey('wallet log', 'all', LINES).then(
      () => true,
      () => false,
    )
    if (isAllowed) logError(`wallets: a phone reported: ${line.replace(/\s+/g, ' ').slice(0, 300)}`)
  }
  return new Response(null, { status: 200 })
}
