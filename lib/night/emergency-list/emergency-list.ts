import { createCipheriv, createHash, pbkdf2, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { GUESTS, PHONE_TEXTS } from '@/db/catalogue/guests'
import { type Db, getDb } from '@/db/pool'
import { insertActivity } from '@/db/queries/activities'
import * as queries from '@/db/queries/emergency-lists'
import { getEdition } from '@/db/queries/festival'
import { getNight } from '@/db/queries/night'
import { listTicketHolders, type TicketHolder } from '@/db/queries/roster'
import type { UserRow } from '@/db/queries/users'
import { requireFound, ServiceError } from '@/lib/http/errors'
import { fileResponse } from '@/lib/spreadsheet/workbook'
import { FOLDING_TABLE } from '@/lib/text/fold'
import { keysOf } from '@/lib/text/keys'
import { formatTime, zagrebDay } from '@/lib/time/zagreb'
import { isNightOn } from '../rules'
import type { EmergencyList } from './emergency-list-schema'

// The emergency list contains all ticket holders, encrypted with a password of the admin. It is one
// HTML file (viewer.html) that works without network and server.

/** Iterations of the key derivation. The viewer reads the number from the file. */
const KEY_ITERATIONS = 600_000
/** Maximum number of stored lists. Older lists are deleted. */
const MAX_STORED = 3

const deriveKey = (password: string, salt: Buffer) =>
  promisify(pbkdf2)(password.normalize('NFKC'), salt, KEY_ITERATIONS, 32, 'sha256')

/**
 * Columns of a guest that the emergency list shows as a note: those that gate devices store, except
 * the name and the ban, which have places of their own.
 */
const NOTED_TEXTS: (keyof typeof PHONE_TEXTS)[] = keysOf(PHONE_TEXTS).filter(
  (field) => field !== 'name' && field !== 'surname' && field !== 'ban',
)

const noteOf = (guest: TicketHolder) =>
  NOTED_TEXTS.flatMap((field) => {
    const text = guest[field]
    if (text === null) return []
    return field === 'note' ? text : `${GUESTS[PHONE_TEXTS[field]].label}: ${text}`
  }).join(' · ') || null

/** Encrypts the list. Returns nonce, ciphertext and authentication tag, concatenated. */
async function encrypt(guests: TicketHolder[], { key }: queries.EmergencyKey, madeAt: string) {
  const lists = [...new Set(guests.map(({ listName }) => listName))]
  const listIndex = new Map(lists.map((list, i) => [list, i]))
  const rows = guests.map((guest) => [
    guest.surname,
    guest.name,
    listIndex.get(guest.listName),
    noteOf(guest),
    guest.ban,
    guest.since === null ? null : Date.parse(guest.since),
    guest.hash.toString('base64'),
  ])
  const packed = await promisify(gzip)(JSON.stringify({ lists, guests: rows }))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  // The time is authenticated but not encrypted, so that an old list cannot pass as a new one.
  cipher.setAAD(Buffer.from(madeAt))
  return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
}

/** Encrypts and stores the current guest list. Deletes all but the newest MAX_STORED lists. */
async function storeList(tx: Db, key: queries.EmergencyKey): Promise<EmergencyList> {
  // The time is taken before the guests are read, so that the data are never older than this time.
  const madeAt = new Date()
  const guests = await listTicketHolders(tx)
  const sealed = await encrypt(guests, key, madeAt.toISOString())
  const { salt } = key
  const row = await queries.insertEmergencyList(tx, { madeAt, guests: guests.length, salt, sealed })
  await queries.deleteAllButNewest(tx, MAX_STORED)
  return toListResponse(row)
}

const toListResponse = ({
  madeAt,
  ...list
}: Omit<EmergencyList, 'madeAt'> & { madeAt: Date }): EmergencyList => ({
  ...list,
  madeAt: madeAt.toISOString(),
})

/** Returns the stored lists, whether a password is set, and whether the night is on. */
export async function readEmergencyLists() {
  const db = getDb()
  const [key, night, packs] = await Promise.all([
    queries.getEmergencyKey(db),
    getNight(db),
    queries.listEmergencyLists(db),
  ])
  return {
    hasPassword: key !== null,
    isOn: isNightOn(night, new Date()),
    packs: packs.map(toListResponse),
  }
}

/** Sets the password, creates a list with it, and deletes the lists encrypted with the old one. */
export async function setEmergencyPassword(
  { password }: { password: string },
  user: UserRow,
): Promise<EmergencyList> {
  const salt = randomBytes(16)
  const key = { salt, key: await deriveKey(password, salt) }
  return getDb().transaction(async (tx) => {
    await queries.lockEmergencyKey(tx)
    await queries.setEmergencyKey(tx, key)
    await queries.deleteAllButNewest(tx, 0)
    await recordListActivity(tx, user, 'changed', { packPassword: [null, 'nova'] })
    return storeList(tx, key)
  })
}

/** Creates a list on demand. Throws conflict while no password is set. */
export function createEmergencyList(user: UserRow): Promise<EmergencyList> {
  return getDb().transaction(async (tx) => {
    const key = await queries.lockEmergencyKey(tx)
    if (!key)
      throw new ServiceError('conflict', 'Najprije postavite lozinku pričuvnog paketa.', {
        code: 'no_password',
      })
    await recordListActivity(tx, user, 'sealed')
    return storeList(tx, key)
  })
}

/** Creates a list every hour while the night is on, if a password is set. */
export async function createEmergencyListIfDue(db: Db): Promise<void> {
  if (!isNightOn(await getNight(db), new Date()) || (await queries.hasFreshEmergencyList(db)))
    return
  await db.transaction(async (tx) => {
    const key = await queries.lockEmergencyKey(tx)
    if (key && !(await queries.hasFreshEmergencyList(tx))) await storeList(tx, key)
  })
}

export const EMERGENCY_LIST_TYPE = 'text/html; charset=utf-8'

/** Returns a list with its viewer as one file, and logs the export. Throws not_found. */
export async function emergencyListFile({ id }: { id?: number }, user: UserRow): Promise<Response> {
  const list = requireFound(await queries.getEmergencyList(getDb(), id), 'Takvog paketa nema.')
  await recordListActivity(getDb(), user, 'exported')
  const { madeAt, salt, sealed } = list
  const name = `${zagrebDay(madeAt)}-${formatTime(madeAt).replace(':', '-')}`
  const { name: festival } = await getEdition(getDb())
  const head = { id: sealed.toString('hex', 0, 12), name, festival, madeAt: madeAt.toISOString() }
  const encrypted = {
    rounds: KEY_ITERATIONS,
    salt: salt.toString('base64'),
    sealed: sealed.toString('base64'),
  }
  const page = insertIntoViewer(JSON.stringify({ ...head, ...encrypted }))
  return fileResponse(Buffer.from(page), `pricuvni-paket-${name}.html`, EMERGENCY_LIST_TYPE)
}

/** Reads the viewer. Its CSP allows only its own script and style, by their hashes. */
function readViewer() {
  const file = join(process.cwd(), 'lib', 'night', 'emergency-list', 'viewer.html')
  const text = readFileSync(file, 'utf8').replace('"{{folding}}"', () =>
    JSON.stringify(FOLDING_TABLE),
  )
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

/**
 * Inserts the list into the viewer. `<` is escaped, so that no text can close the script element.
 */
function insertIntoViewer(list: string): string {
  viewer ??= readViewer()
  return viewer.replace('"{{pack}}"', () => list.replaceAll('<', '\\u003c'))
}

const recordListActivity = (
  tx: Db,
  user: UserRow,
  action: string,
  changes?: Record<string, [unknown, unknown]>,
) => insertActivity(tx, { userId: user.id, entity: 'night', entityId: 'pack', action, changes })
