import { GUEST_TEXTS } from '@/lib/guests/schema'
import { nounOf } from '@/lib/nouns'

/** What was done, as a short mark beside the thing. */
export const ACTION_WORDS: Record<string, string> = {
  created: 'dodavanje',
  changed: 'promjena',
  deleted: 'brisanje',
  restored: 'vraćanje',
  reordered: 'promjena poretka',
  imported: 'uvoz',
  exported: 'izvoz',
  sold: 'prodaja karte',
  returned: 'poništenje karte',
  admitted: 'ulazak',
  let_out: 'izlazak',
  queued: 'slanje',
  range_queued: 'slanje raspona',
  resent: 'ponovno slanje',
  stopped: 'zaustavljanje slanja',
  continued: 'nastavak slanja',
  link_replaced: 'nova poveznica',
  invited: 'poziv',
  reminded: 'podsjetnik',
  passes_queued: 'slanje propusnica',
  signed_out: 'odjava sa svih uređaja',
}

/** The fields, where a noun has no word of its own for one. */
const FIELD_WORDS: Record<string, string> = {
  ...Object.fromEntries(Object.entries(GUEST_TEXTS).map(([field, { label }]) => [field, label])),
  tag: 'Tag',
  bought: 'Karta',
  entered: 'Ulaz',
  privilege: 'Privilegija',
  visible: 'Vidljivo',
  biography: 'Biografija',
  order: 'Mjesto',
  image: 'Fotografija',
  slug: 'Adresa',
  url: 'Poveznica',
  guestCap: 'Najviše gostiju',
  guestsEnabled: 'Popis gostiju',
  bandName: 'Bend',
  bookerName: 'Osoba za kontakt',
  bookerPhone: 'Telefon',
  priceEUR: 'Cijena',
  volume: 'Količina',
  key: 'Ključ',
  value: 'Tekst',
  override: 'Unatoč',
  rows: 'Redova',
  queued: 'Za slanje',
  skipped: 'Preskočeno',
  waiting: 'Čeka',
  withoutAddress: 'Bez adrese',
  to_mail: 'Prima',
  sponsor: 'Sponzor',
  score: 'Bodovi',
  signIns: 'Prijava',
}

export const fieldWord = (entity: string, field: string): string =>
  nounOf(entity)?.fields?.[field] ?? FIELD_WORDS[field] ?? field
