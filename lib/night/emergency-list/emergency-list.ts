import { createCipheriv, createHash, pbkdf2, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Db, getDb } from '@/db/client'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/emergency-lists'
import { getEdition } from '@/db/queries/festival'
import { getNight } from '@/db/queries/night'
import type { UserRow } from '@/db/queries/users'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { fileResponse } from '@/lib/spreadsheet/workbook'
import { FOLDING } from '@/lib/text/fold'
import { formatTime, zagrebDay } from '@/lib/time/zagreb'
import { isOn } from '../rules'
import type { EmergencyList } from './emergency-list-schema'

// The guest list of a moment, sealed with the admin's password, for when nothing else is left:
// one HTML file (viewer.html) that opens it without a network and without this server.

/** As the viewer derives the same key: it is told how often. */
const ROUNDS = 600_000
/** So many packs are kept. */
const KEPT = 3

const deriveKey = (password: string, salt: Buffer) =>
  promisify(pbkdf2)(password.normalize('NFKC'), salt, ROUNDS, 32, 'sha256')

/** The nonce, what is sealed and its tag, one behind the other. */
async function seal(guests: queries.PackedGuest[], { key }: queries.PackKey, madeAt: string) {
  const lists = [...new Set(guests.map(({ list }) => list))]
  const placeOf = new Map(lists.map((list, i) => [list, i]))
  const rows = guests.map(({ surname, name, list, note, ban, since, hash }) => [
    surname,
    name,
    placeOf.get(list),
    note,
    ban,
    since === null ? null : Date.parse(since),
    hash.toString('base64'),
  ])
  const packed = await promisify(gzip)(JSON.stringify({ lists, guests: rows }))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  // How old it is stands outside: nobody is to make an old one look new.
  cipher.setAAD(Buffer.from(madeAt))
  return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
}

/** Seals the list as it is now; those before the last few go. */
async function makePack(tx: Db, key: queries.PackKey): Promise<EmergencyList> {
  // Before the list is read: it is at least as new as it says.
  const madeAt = new Date()
  const guests = await queries.listTicketHolders(tx)
  const sealed = await seal(guests, key, madeAt.toISOString())
  const { salt } = key
  const row = await queries.insertPack(tx, { madeAt, guests: guests.length, salt, sealed })
  await queries.deletePacksBut(tx, KEPT)
  return viewPack(row)
}

const viewPack = ({
  madeAt,
  ...pack
}: Omit<EmergencyList, 'madeAt'> & { madeAt: Date }): EmergencyList => ({
  ...pack,
  madeAt: madeAt.toISOString(),
})

/** Which packs there are, and whether they can be made. */
export async function readPacks() {
  const db = getDb()
  const [key, night, packs] = await Promise.all([
    queries.getPackKey(db),
    getNight(db),
    queries.listPacks(db),
  ])
  return {
    hasPassword: key !== null,
    isOn: isOn(night, new Date()),
    packs: packs.map(viewPack),
  }
}

/** From now on packs open with this password: a new one is made, and those before it go. */
export async function setPackPassword(
  { password }: { password: string },
  user: UserRow,
): Promise<EmergencyList> {
  const salt = randomBytes(16)
  const key = { salt, key: await deriveKey(password, salt) }
  return getDb().transaction(async (tx) => {
    await queries.lockPackKey(tx)
    await queries.setPackKey(tx, key)
    await queries.deletePacksBut(tx, 0)
    await note(tx, user, 'changed', { packPassword: [null, 'nova'] })
    return makePack(tx, key)
  })
}

/** A pack on demand. Throws conflict while no password is set. */
export function createEmergencyList(user: UserRow): Promise<EmergencyList> {
  return getDb().transaction(async (tx) => {
    const key = await queries.lockPackKey(tx)
    if (!key)
      throw new ServiceError('conflict', 'Najprije postavite lozinku pričuvnog paketa.', {
        code: 'no_password',
      })
    await note(tx, user, 'sealed')
    return makePack(tx, key)
  })
}

/** While the night is on, a pack every hour, for whoever has set a password. */
export async function createEmergencyListIfDue(db: Db): Promise<void> {
  if (!isOn(await getNight(db), new Date()) || (await queries.hasFreshPack(db))) return
  await db.transaction(async (tx) => {
    const key = await queries.lockPackKey(tx)
    if (key && !(await queries.hasFreshPack(tx))) await makePack(tx, key)
  })
}

export const PACK_MEDIA = 'text/html; charset=utf-8'

/** A pack with its viewer as one file; the record tells who took it. Throws not_found. */
export async function packFile({ id }: { id?: number }, user: UserRow): Promise<Response> {
  const pack = requireFound(await queries.getPack(getDb(), id), 'Takvog paketa nema.')
  await note(getDb(), user, 'exported')
  const { madeAt, salt, sealed } = pack
  const name = `${zagrebDay(madeAt)}-${formatTime(madeAt).replace(':', '-')}`
  const { name: festival } = await getEdition(getDb())
  const head = { id: sealed.toString('hex', 0, 12), name, festival, madeAt: madeAt.toISOString() }
  const box = { rounds: ROUNDS, salt: salt.toString('base64'), sealed: sealed.toString('base64') }
  const page = viewerWith(JSON.stringify({ ...head, ...box }))
  return fileResponse(Buffer.from(page), `pricuvni-paket-${name}.html`, PACK_MEDIA)
}

/** The viewer as it is written, and what it may do: its own script and style, and nothing else. */
function readViewer() {
  const file = join(process.cwd(), 'lib', 'night', 'emergency-list', 'viewer.html')
  const text = readFileSync(file, 'utf8').replace('"{{folding}}"', () => JSON.stringify(FOLDING))
  const hashOf = (pattern: RegExp) =>
    `'sha256-${createHash('sha256')
      .update(pattern.exec(text)?.[1] ?? '')
      .digest('base64')}'`
  const script = hashOf(/<script>(.*?)<\/script>/s)
  const style = hashOf(/<style>(.*?)<\/style>/s)
  const policy = `default-src 'none'; script-src ${script}; style-src ${style}; base-uri 'none'; form-action 'none'`
  return text.replace('{{policy}}', policy)
}

let viewer: string | undefined

/** Nothing in it ends the element that it stands in. */
function viewerWith(pack: string): string {
  viewer ??= readViewer()
  return viewer.replace('"{{pack}}"', () => pack.replaceAll('<', '\\u003c'))
}

const note = (
  tx: Db,
  user: UserRow,
  action: string,
  changes?: Record<string, [unknown, unknown]>,
) => insertActivity(tx, { userId: user.id, entity: 'night', entityId: 'pack', action, changes })
