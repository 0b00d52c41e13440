import { findEntity } from '@/db/catalogue/entities'
import { factsByField } from '@/db/catalogue/tables'
import type { ListedActivity } from '@/lib/activities/schema'
import { PRIVILEGE_LABELS } from '@/lib/auth/rules'
import { SALES_LABELS } from '@/lib/festival/rules'
import { BULK_LABELS } from '@/lib/guests/bulk/rules'
import { formatDateTime } from '@/lib/time/zagreb'
import { describeEvents } from '@/lib/webhooks/rules'

/** Croatian description of one changed field. A value is null if there was none. */
export interface ChangeDescription {
  field: string
  before: string | null
  after: string | null
}

type LoggedChange = Pick<ListedActivity, 'entity' | 'changes'>

/** Text that replaces redacted personal data in the activity log. */
const REDACTED = '[obrisano]'

/**
 * Describes the changes of an activity in Croatian. `hasRedacted` is true if personal data of it
 * were redacted.
 */
export function describeChanges({ entity, changes }: LoggedChange): {
  descriptions: ChangeDescription[]
  hasRedacted: boolean
} {
  const all = Object.entries(changes ?? {})
  const readable = all.filter(([, pair]) => !pair.includes(REDACTED))
  return {
    descriptions: readable.map(([field, [before, after]]) => ({
      field: fieldLabel(entity, field),
      before: formatValue(entity, field, before),
      after: formatValue(entity, field, after),
    })),
    hasRedacted: readable.length < all.length,
  }
}

const FLAG_LABELS: Record<string, [off: string, on: string]> = {
  bought: ['nema', 'kupljena'],
  entered: ['nije unutra', 'unutra'],
  visible: ['ne', 'da'],
  fullness: ['ne', 'da'],
  cashDesk: ['isključena', 'uključena'],
  deskAdds: ['ne', 'da'],
}

const VALUE_LABELS: Record<string, Record<string, string>> = {
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

const RECEIVER_STATE_LABELS: Record<string, string> = {
  on: 'uključen',
  paused: 'pauziran',
  off: 'isključen',
}

const LIST_STATE_LABELS = ['zatvoren', 'otvoren do roka', 'otvoren i nakon roka']
/**
 * Entities whose activities contain instants. In other entities such a text was typed by a user.
 */
const HAS_TIMES = ['visibility', 'night', 'festival', 'artwork', 'programme']
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function formatValue(entity: string, field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  const text = String(value)
  const flagLabels = FLAG_LABELS[field]
  if (flagLabels && ['1', 'true'].includes(text)) return flagLabels[1]
  if (flagLabels && ['0', 'false'].includes(text)) return flagLabels[0]
  if (text === '') return 'prazno'
  if (field === 'privilege' || field === 'keyPrivilege')
    return PRIVILEGE_LABELS[Number(text)] ?? text
  if (field === 'guestsEnabled') return LIST_STATE_LABELS[Number(text)] ?? text
  if (entity === 'webhooks' && field === 'state') return RECEIVER_STATE_LABELS[text] ?? text
  if (entity === 'webhooks' && field === 'events') return describeEvents(text.split(', '))
  const label = VALUE_LABELS[field]?.[text]
  if (label) return label
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
  const loggedNames = NAME_FIELDS.map((field) => changes?.[field]?.[action === 'deleted' ? 0 : 1])
  const deletedName = loggedNames.find((name) => typeof name === 'string' && name !== REDACTED)
  const bulkLabel = entityId.startsWith('bulk-') ? 'odabrani' : null
  const number = /^\d+$/.test(entityId) ? `br. ${entityId}` : bulkLabel
  const name = labels[entityId] ?? subject ?? (deletedName as string | undefined) ?? number
  return { kind, name }
}

/**
 * Returns who acted. Sponsors and visitors act without an account, and the server acts alone: it
 * erases data after the retention time, and switches off a receiver that gets no messages. Any
 * other activity without a user is of a deleted user.
 */
export function describeActor({ user, entity, action, changes, subject }: ListedActivity): string {
  if (user) return user.name || user.email
  if (entity === 'editions' && action === 'erased') return 'samo od sebe, po isteku roka'
  if (entity === 'webhooks' && changes?.state?.[1] === 'off') return 'samo od sebe'
  if (action === 'requested') return 'posjetitelj'
  if (action === 'passes_queued') return subject ? `sponzor ${subject}` : 'obrisani sponzor'
  const [before, after] = (entity === 'guests' && changes?.sponsor) || []
  return after || before ? `sponzor ${after ?? before}` : 'obrisani korisnik'
}

/** Short Croatian labels of the actions. */
export const ACTION_LABELS: Record<string, string> = {
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
  requested: 'ponovno slanje na zahtjev',
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
    Object.entries(BULK_LABELS).map(([kind, label]) => [
      `bulk_${kind.replaceAll('-', '_')}`,
      `skupno: ${label.toLowerCase()}`,
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
const FIELD_LABELS: Record<string, string> = {
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

const fieldLabel = (entity: string, field: string): string => {
  const described = findEntity(entity)
  const isField = ([name]: [string, unknown]) => name === field
  const column = factsByField([...(described?.tables ?? []), 'guests']).find(isField)?.[1]
  return described?.fields?.[field] ?? column?.label ?? FIELD_LABELS[field] ?? field
}
