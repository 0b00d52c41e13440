import { findEntity } from '@/db/catalogue/entities'
import { factsByField } from '@/db/catalogue/tables'
import type { ListedActivity } from '@/lib/activities/schema'
import { PRIVILEGE_LABELS } from '@/lib/auth/rules'
import { SALES_LABELS } from '@/lib/festival/rules'
import { BULK_LABELS } from '@/lib/guests/bulk/rules'
import { formatDateTime } from '@/lib/time/zagreb'

/** Croatian description of one changed field. A value is null if there was none. */
export interface ChangeDescription {
  field: string
  before: string | null
  after: string | null
}

type Told = Pick<ListedActivity, 'entity' | 'changes'>

/** Text that replaces redacted personal data in the activity log. */
const FORGOTTEN = '[obrisano]'

/**
 * Describes the changes of an activity in Croatian. `isForgotten` is true if personal data of it
 * were redacted.
 */
export function describeChanges({ entity, changes }: Told): {
  told: ChangeDescription[]
  isForgotten: boolean
} {
  const all = Object.entries(changes ?? {})
  const kept = all.filter(([, pair]) => !pair.includes(FORGOTTEN))
  return {
    told: kept.map(([field, [before, after]]) => ({
      field: fieldWord(entity, field),
      before: tellValue(entity, field, before),
      after: tellValue(entity, field, after),
    })),
    isForgotten: kept.length < all.length,
  }
}

const SWITCHES: Record<string, [off: string, on: string]> = {
  bought: ['nema', 'kupljena'],
  entered: ['nije unutra', 'unutra'],
  visible: ['ne', 'da'],
  fullness: ['ne', 'da'],
  cashDesk: ['isključena', 'uključena'],
  deskAdds: ['ne', 'da'],
}

const WORDS: Record<string, Record<string, string>> = {
  salesState: SALES_LABELS,
  unknownPolicy: { stop: 'ne puštaj', admit: 'pusti i zabilježi' },
  settled: {
    same_guest: 'isti gost skeniran dvaput',
    copied_ticket: 'kopirana karta',
    mistake: 'pogreška, drugi ulaz se ne računa',
    stays: 'ostaje unutra',
    led_out: 'izveden',
  },
}

const RECEIVER_WORDS: Record<string, string> = {
  on: 'uključen',
  paused: 'pauziran',
  off: 'isključen',
}

const LIST_WORDS = ['zatvoren', 'otvoren do roka', 'otvoren i nakon roka']
/**
 * Entities whose activities contain instants. In other entities such a text was typed by a user.
 */
const HAS_TIMES = ['visibility', 'night', 'festival', 'artwork', 'programme']
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function tellValue(entity: string, field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = String(value)
  const switched = SWITCHES[field]
  if (switched && ['1', 'true'].includes(text)) return switched[1]
  if (switched && ['0', 'false'].includes(text)) return switched[0]
  if (text === '') return 'prazno'
  if (field === 'privilege' || field === 'keyPrivilege')
    return PRIVILEGE_LABELS[Number(text)] ?? text
  if (field === 'guestsEnabled') return LIST_WORDS[Number(text)] ?? text
  if (entity === 'webhooks' && field === 'state') return RECEIVER_WORDS[text] ?? text
  const word = WORDS[field]?.[text]
  if (word) return word
  if (field === 'image') return 'slika'
  if (field === 'priceEUR') return `${Number(text).toFixed(2).replace('.', ',')} €`
  if (field === 'volume') return `${text.replace('.', ',')} L`
  if (HAS_TIMES.includes(entity) && INSTANT.test(text)) return formatDateTime(text)
  return text
}

const NAME_FIELDS = ['name', 'bandName', 'key', 'description']

/**
 * Returns what an activity is about: the current name of the item, or the last name of a deleted
 * item, or else its id. `labels` names items whose id is a word.
 */
export function describeSubject(
  { entity, entityId, subject, changes, action }: ListedActivity,
  labels: Partial<Record<string, string>> = {},
): { kind: string; name: string | null } {
  const kind = findEntity(entity)?.word ?? entity
  const wasCalled = NAME_FIELDS.map((field) => changes?.[field]?.[action === 'deleted' ? 0 : 1])
  const gone = wasCalled.find((name) => typeof name === 'string' && name !== FORGOTTEN)
  const many = entityId.startsWith('bulk-') ? 'odabrani' : null
  const number = /^\d+$/.test(entityId) ? `br. ${entityId}` : many
  const name = labels[entityId] ?? subject ?? (gone as string | undefined) ?? number
  return { kind, name }
}

/** Short Croatian labels of the actions. */
export const ACTION_WORDS: Record<string, string> = {
  created: 'dodavanje',
  changed: 'promjena',
  deleted: 'brisanje',
  restored: 'vraćanje',
  reordered: 'promjena poretka',
  imported: 'uvoz',
  exported: 'izvoz',
  erased: 'brisanje zauvijek',
  ended: 'kraj festivala',
  sold: 'prodaja karte',
  returned: 'poništenje karte',
  admitted: 'ulazak',
  let_out: 'izlazak',
  queued: 'slanje',
  range_queued: 'slanje raspona',
  resent: 'ponovno slanje',
  hurried: 'pokušaj odmah',
  stopped: 'zaustavljanje slanja',
  continued: 'nastavak slanja',
  link_replaced: 'nova poveznica',
  invited: 'poziv',
  reminded: 'podsjetnik',
  passes_queued: 'slanje propusnica',
  signed_out: 'odjava sa svih uređaja',
  others_signed_out: 'odjava s ostalih uređaja',
  device_signed_out: 'odjava uređaja',
  key_made: 'novi ključ',
  key_ended: 'ukidanje ključa',
  paired: 'povezivanje uređaja',
  revoked: 'odjava uređaja',
  settled: 'odluka o ulazu',
  ...Object.fromEntries(
    Object.entries(BULK_LABELS).map(([kind, word]) => [
      `bulk_${kind.replaceAll('-', '_')}`,
      `skupno: ${word.toLowerCase()}`,
    ]),
  ),
  bulk_undone: 'skupno: poništeno',
  import_undone: 'poništen uvoz',
  drilled: 'vježba',
  sealed: 'pričuvni paket',
  opened: 'otvaranje smjene',
  closed: 'zatvaranje smjene',
  corrected: 'uplata ili isplata',
  shown: 'prikaz karte',
  printed: 'ispis karte',
}

/** Labels of logged fields that are not columns of a table. */
const FIELD_WORDS: Record<string, string> = {
  paid: 'Plaćanje',
  override: 'Unatoč',
  rows: 'Redova',
  updated: 'Ažurirano',
  chosen: 'Odabrano',
  changed: 'Promijenjeno',
  undone: 'Vraćeno kako je bilo',
  kept: 'Ostalo kako jest',
  queued: 'Za slanje',
  skipped: 'Preskočeno',
  waiting: 'Čeka',
  withoutAddress: 'Bez adrese',
  sponsor: 'Sponzor',
  signIns: 'Prijava',
  device: 'Uređaj',
  gate: 'Ulaz',
  packPassword: 'Lozinka pričuvnog paketa',
}

const fieldWord = (entity: string, field: string): string => {
  const noun = findEntity(entity)
  const isIt = ([name]: [string, unknown]) => name === field
  const column = factsByField([...(noun?.tables ?? []), 'guests']).find(isIt)?.[1]
  return noun?.fields?.[field] ?? column?.label ?? FIELD_WORDS[field] ?? field
}
