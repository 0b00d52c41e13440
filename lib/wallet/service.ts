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

/** Whoever has the address has the ticket; what else keeps it a secret stands in next.config.ts. */
const SECRET = { 'cache-control': 'private, no-store' }

/** Passes of one ticket a minute: each is signed, which takes the processor a while. */
const PASSES = { points: 30, seconds: 60 }

/** Throws not_found for what is no ticket, by the same question whatever is wrong with it. */
async function passOf(code: string, isGoogle: boolean) {
  const ticket = requireFound(await readTicket(code))
  await rateLimitByKey('wallet pass', ticket.code, PASSES)
  const pass = requireFound(await queries.findOrMakePass(getDb(), ticket.code, { isGoogle }))
  return { ticket, pass }
}

/** The ticket as a pass of Apple's wallet. Throws not_found, also where that is not set. */
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

/** On to where Google saves the ticket. Throws not_found, also where that is not set. */
export async function ticketForGoogle(code: string): Promise<Response> {
  const { google } = getConfig().wallets
  if (!google) throw notFound()
  const { ticket, pass } = await passOf(code, true)
  const row = await getEdition(getDb())
  const location = await saveToWalletUrl(google, pass, ticket, { ...viewEdition(row), id: row.id })
  return new Response(null, { status: 302, headers: { ...SECRET, location } })
}

// What phones with Apple's passes ask, in the words of Apple's web service.

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

/** The pass that a phone names and shows the token of. Throws one refusal for all else. */
async function requirePass(request: Request, { passType, serial }: PassNumber) {
  const apple = requireApple()
  const isRight = UUID.test(serial) && passType === apple.passType && hasPassToken(request, serial)
  const pass = isRight ? await queries.getPass(getDb(), serial) : null
  if (!pass)
    throw new ServiceError('not_signed_in', 'Oznaka karte nije ispravna.', { code: 'wrong_pass' })
  return { apple, pass }
}

/** From now on the phone hears of changes: 201 where it is new, 200 where it is known. */
export async function registerPhone(
  request: Request,
  { device, ...number }: PassNumber & { device: string },
  pushToken: string,
): Promise<Response> {
  const { pass } = await requirePass(request, number)
  const isNew = await queries.addPhone(getDb(), { passId: pass.id, device, pushToken })
  return new Response(null, { status: isNew ? 201 : 200 })
}

/** The phone has thrown the pass away. */
export async function unregisterPhone(
  request: Request,
  { device, ...number }: PassNumber & { device: string },
): Promise<Response> {
  const { pass } = await requirePass(request, number)
  await queries.deletePhone(getDb(), pass.id, device)
  return new Response(null, { status: 200 })
}

/**
 * Seconds by which the answer looks further back than it was asked: what a transaction changed
 * may come to be seen only behind what others have changed later. Told twice does no harm.
 */
const LATE = 60

/** Which passes on a phone have changed since; 204 where none has. */
export async function changedPasses(
  { device, passType }: { device: string; passType: string },
  since?: string,
): Promise<Response> {
  const apple = requireApple()
  const after = since === undefined ? null : new Date(Number(since) * 1000 - LATE * 1000)
  const isKnown = passType === apple.passType && !Number.isNaN(after?.getTime())
  const passes = isKnown ? await queries.listPassesOnPhone(getDb(), device, after) : []
  if (passes.length === 0) return new Response(null, { status: 204 })
  const answer: z.infer<typeof changedPassesResponse> = {
    serialNumbers: passes.map(({ id }) => id),
    lastUpdated: String(Math.max(...passes.map(({ changedAt }) => changedAt.getTime() / 1000))),
  }
  return Response.json(answer, { headers: { 'cache-control': 'no-store' } })
}

/** The pass as it is now; 304 where the phone has that one. A void one tells of nobody. */
export async function currentPass(request: Request, number: PassNumber): Promise<Response> {
  const { apple, pass } = await requirePass(request, number)
  const had = Date.parse(request.headers.get('if-modified-since') ?? '')
  if (had >= pass.changedAt.getTime()) return new Response(null, { status: 304 })
  await rateLimitByKey('wallet pass', pass.id, PASSES)
  const ticket: Ticket | null = pass.confCode ? await readTicket(pass.confCode) : null
  const bytes = await applePass(apple, pass, ticket, await readEdition())
  return passFile(bytes, { 'last-modified': pass.changedAt.toUTCString() })
}

/** Lines an hour that phones may leave in our log, since anybody can send some. */
const LINES = { points: 60, seconds: 3600 }

/** What phones complain of goes to the log of whoever runs the site. */
export async function logWalletErrors(logs: string[]): Promise<Response> {
  requireApple()
  for (const line of logs.slice(0, 10)) {
    const isAllowed = await rateLimitByKey('wallet log', 'all', LINES).then(
      () => true,
      () => false,
    )
    if (isAllowed) logError(`wallets: a phone says: ${line.replace(/\s+/g, ' ').slice(0, 300)}`)
  }
  return new Response(null, { status: 200 })
}
