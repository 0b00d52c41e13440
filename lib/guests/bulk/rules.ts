import type { BULK_KINDS } from '@/db/catalogue/bulk-kinds'
import { GUESTS } from '@/db/catalogue/guests'
import type { GuestGroup } from '@/db/queries/guests-bulk'
import { isUnsent } from '@/lib/mail/rules'
import { studentEmail } from '@/lib/students/email'
import { canBuy, mayHaveJmbag } from '../rules'

/** Action of a bulk job on each of its guests, as stored with the job. */
export type BulkTask =
  | { kind: 'list'; listId: number; tag: string; isBrucosi: boolean }
  | { kind: 'sell'; mail: boolean }
  | { kind: 'note'; note: string | null; how: 'set' | 'append' }
  | { kind: 'ban'; reason: string }
  | { kind: 'take-back' | 'send' | 'send-again' | 'lift' | 'delete' }

export type BulkKind = BulkTask['kind']

/** Facts about a guest by which a bulk job decides whether to skip the guest. */
export type BulkGuestFacts = Omit<GuestGroup, 'count'>

const MAX_NOTE_LENGTH = GUESTS.note.text.max

export type SkipReason = keyof typeof SKIP_LABELS

/**
 * Croatian reasons for skipping guests. The screen shows the number of guests before each reason.
 */
export const SKIP_LABELS = {
  gone: 'obrisano u međuvremenu',
  same: 'već je tako',
  no_list: 'tog popisa više nema',
  jmbag: 'ima JMBAG, a on se vodi samo za brucoše',
  has_ticket: 'već ima kartu',
  no_ticket: 'nema kartu',
  till: 'prodana je na blagajni, pa se vraća na pultu',
  no_name: 'nema upisano ime ili prezime',
  mailed: 'karta je već poslana',
  on_its_way: 'mail s kartom već čeka na slanje',
  stopped: 'mail s kartom čeka u zaustavljenom slanju',
  recorded: 'mail s kartom je samo zabilježen, jer pošta nije postavljena',
  no_address: 'nema adresu za mail',
  too_long: `napomena bi bila dulja od ${MAX_NOTE_LENGTH} znakova`,
  banned: 'već ima zabranu ulaska',
  not_banned: 'nema zabranu ulaska',
} as const

/** Croatian reasons why an undo leaves a guest unchanged. */
export const UNDO_SKIP_LABELS = {
  changed: 'netko je u međuvremenu promijenio',
  inside: 'unutra je s tom kartom',
  was_inside: 'bio je unutra s tom kartom',
  sent: 'mail je već otišao',
  has_mail: 'karta je poslana ili čeka na slanje',
  jmbag_taken: 'isti JMBAG sad ima drugi gost',
  list_gone: 'popis na kojem je bio više ne postoji',
  erased: 'podaci su trajno obrisani',
} as const

/** Returns the note of a guest after the action. An appended text follows the existing note. */
export function noteAfter(task: { note: string | null; how: string }, note: string | null) {
  return task.how === 'append' && note && task.note ? `${note}; ${task.note}` : task.note
}

const hasAddress = ({ jmbag, email, ...names }: BulkGuestFacts) =>
  Boolean(email || (jmbag && studentEmail({ ...names, jmbag }, '')))

/**
 * Returns the reason for not sending a ticket that has a mail already. A mail that waits, or that
 * was only recorded, is not called sent (rule 7.10).
 */
function mailReason({ isMailed, isWaiting, isStopped }: BulkGuestFacts): SkipReason {
  if (isWaiting) return 'on_its_way'
  if (isStopped) return 'stopped'
  return isMailed ? 'mailed' : 'recorded'
}

/**
 * Returns the reason for skipping a guest, by the same rules as for a change of one guest. Null if
 * the action applies.
 */
export function skipOf(
  task: BulkTask,
  guest: BulkGuestFacts,
  isMailSet: boolean,
): SkipReason | null {
  switch (task.kind) {
    case 'list':
      if (guest.listId === task.listId) return 'same'
      return mayHaveJmbag(guest.jmbag, task) ? null : 'jmbag'
    case 'sell':
      if (guest.hasTicket) return 'has_ticket'
      return canBuy(guest) ? null : 'no_name'
    case 'take-back':
      if (!guest.hasTicket) return 'no_ticket'
      return guest.isSoldAtTill ? 'till' : null
    case 'send':
    case 'send-again':
      if (!guest.hasTicket) return 'no_ticket'
      if (task.kind === 'send' && !isUnsent(guest, isMailSet)) return mailReason(guest)
      if (task.kind === 'send-again' && guest.isWaiting) return 'on_its_way'
      return hasAddress(guest) ? null : 'no_address'
    case 'note': {
      const note = noteAfter(task, guest.note)
      if (note === guest.note) return 'same'
      return note && note.length > MAX_NOTE_LENGTH ? 'too_long' : null
    }
    case 'ban':
      return guest.banReason ? 'banned' : null
    case 'lift':
      return guest.banReason ? null : 'not_banned'
    case 'delete':
      return null
  }
}

/** Whether a sale should send a mail but the guest has no address. */
export const isMailMissing = (task: BulkTask, guest: BulkGuestFacts) =>
  task.kind === 'sell' && task.mail && !hasAddress(guest)

export type Counts = Partial<Record<string, number>>

export const add = (counts: Counts, reason: string, n = 1) => {
  counts[reason] = (counts[reason] ?? 0) + n
}

export const sumOf = (counts: Counts) =>
  Object.values(counts).reduce<number>((sum, n) => sum + (n ?? 0), 0)

/** Croatian labels of the kinds of job. */
export const BULK_LABELS: Record<(typeof BULK_KINDS)[number], string> = {
  list: 'Promjena popisa',
  sell: 'Prodaja karata',
  'take-back': 'Poništenje karata',
  send: 'Slanje karata',
  'send-again': 'Ponovno slanje karata',
  note: 'Napomena',
  ban: 'Zabrana ulaska',
  lift: 'Ukidanje zabrane',
  delete: 'Brisanje gostiju',
  import: 'Uvoz gostiju',
}

/** Intended duration of a chunk in ms. Its guests stay locked for this time. */
const CHUNK_DURATION_MS = 100

/**
 * Limits of the chunk size, in guests. Smaller chunks hardly get faster on a busy machine; larger
 * ones lock too many rows.
 */
const CHUNK_SIZE = { min: 100, max: 800 }

/**
 * Returns the size of the next chunk in guests, so that it takes about CHUNK_DURATION_MS.
 * `lastDurationMs` is the duration of the last chunk. The size at most doubles.
 */
export const nextChunk = (size: number, lastDurationMs: number) =>
  Math.round(
    Math.min(
      Math.max(
        (size * CHUNK_DURATION_MS) / Math.max(lastDurationMs, 1),
        size / 2,
        Math.min(CHUNK_SIZE.min, size * 2),
      ),
      size * 2,
      CHUNK_SIZE.max,
    ),
  )
