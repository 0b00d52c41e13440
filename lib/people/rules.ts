import type { PersonRecord } from './schema'

/** What a trace is called, and where it is looked after when that is not here. */
export const PERSON_RECORD_LABELS: Record<
  PersonRecord['kind'],
  { word: string; screen?: { href: string; label: string } }
> = {
  guests: { word: 'Gost, s ulascima i poštom' },
  signups: { word: 'Prijava brucoša' },
  leaderboard: { word: 'Rezultat igrice' },
  mails: { word: 'Pošta nekome tko nije na popisu' },
  users: { word: 'Osoblje', screen: { href: '/admin/users', label: 'Korisnici' } },
  sponsors: {
    word: 'Kontakt sponzora',
    screen: { href: '/admin/sponsors-list', label: 'Sponzori' },
  },
  'band-contacts': {
    word: 'Kontakt benda',
    screen: { href: '/admin/band-kontakt', label: 'Kontakt' },
  },
}

/** Whether a trace can be erased here; any other is looked after on a screen of its own. */
export const isErasable = ({ kind }: PersonRecord) =>
  PERSON_RECORD_LABELS[kind].screen === undefined

/** The numbers of what was chosen, by what it is. */
export function toChosen(traces: PersonRecord[]) {
  const of = (kind: PersonRecord['kind']) =>
    traces.flatMap((trace) => (trace.kind === kind ? trace.id : []))
  return {
    guests: of('guests').map(Number),
    signups: of('signups').map(Number),
    leaderboard: of('leaderboard').map(Number),
    mails: of('mails'),
    users: of('users').map(Number),
    sponsors: of('sponsors').map(Number),
    bandContacts: of('band-contacts').map(Number),
  }
}
