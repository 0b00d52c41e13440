import { ticketAddress } from '@/lib/festival/addresses'
import type { EditionSettings } from '@/lib/festival/schema'
import { TICKET_LABELS, type Ticket } from '@/lib/tickets/rules'
import { formatDate, formatShortDate, formatTime, formatWeekday } from '@/lib/time/zagreb'

/** Media type of an Apple Wallet pass. */
export const PKPASS = 'application/vnd.apple.pkpass'

/**
 * Delay in seconds before an update is sent again, by the number of attempts: 5, 15, 45 and so on,
 * up to an hour.
 */
export const walletRetryDelay = (attempts: number) => Math.min(5 * 3 ** (attempts - 1), 3600)

/**
 * Maximum number of attempts to send an update, which is about two days. A phone also asks for
 * changes by itself.
 */
export const MAX_ATTEMPTS = 54

interface Field {
  key: string
  label: string
  value: string
  /** Message of the phone when the value changes. `%@` stands for the new value. */
  changeMessage?: string
}

/** Texts of a pass, by their places on it. */
export interface PassTexts {
  header: Field[]
  primary: Field[]
  secondary: Field[]
  auxiliary: Field[]
  back: Field[]
}

const filled = (fields: Field[]) => fields.filter(({ value }) => value !== '')

/**
 * Returns the texts of a ticket's pass. The front shows the guest, the opening time and the place,
 * the back explains what to do at the gate.
 */
export function passTexts(ticket: Ticket, edition: EditionSettings, publicUrl: string): PassTexts {
  const { opensAt, closesAt, place, address } = edition
  const location = [place, address].filter(Boolean).join(', ')
  return {
    header: opensAt ? [dateField(opensAt)] : [],
    primary: [
      {
        key: 'guest',
        label: `${TICKET_LABELS[ticket.kind]} za`.toUpperCase(),
        value: `${ticket.name} ${ticket.surname}`.trim() || edition.name,
      },
    ],
    secondary: filled([
      {
        key: 'doors',
        label: 'VRATA',
        value: opensAt ? formatTime(opensAt) : '',
        changeMessage: 'Vrata se otvaraju u %@.',
      },
      { key: 'place', label: 'MJESTO', value: place, changeMessage: 'Novo mjesto: %@' },
    ]),
    auxiliary: filled([
      { key: 'end', label: 'DO', value: closesAt ? formatTime(closesAt) : '' },
      { key: 'list', label: 'POPIS', value: ticket.list },
    ]),
    back: filled([
      {
        key: 'when',
        label: 'Vrata',
        value: opensAt ? `${formatDate(opensAt)} ${formatTime(opensAt)}` : '',
      },
      { key: 'where', label: 'Gdje', value: location },
      {
        key: 'gate',
        label: 'Na ulazu',
        value:
          'Otvori kartu prije nego što dođeš na red, pojačaj svjetlinu i pokaži kod ekipi. Tko ima kod, ima tvoju kartu: skenira se samo jednom.',
      },
      { key: 'page', label: 'Karta na stranici', value: ticketAddress(publicUrl, ticket.code) },
      { key: 'code', label: 'Kod karte', value: ticket.code },
      { key: 'contact', label: 'Pitanja', value: edition.contactEmail },
    ]),
  }
}

/** Returns the texts of a void pass: no guest name and no code. */
export const voidPassTexts = (edition: EditionSettings): PassTexts => ({
  header: edition.opensAt ? [dateField(edition.opensAt)] : [],
  primary: [{ key: 'guest', label: 'ULAZNICA', value: 'Ne vrijedi' }],
  secondary: [
    {
      key: 'void',
      label: 'STANJE',
      value: 'Vraćena ili poništena',
      changeMessage: 'Karta više ne vrijedi: %@',
    },
  ],
  auxiliary: [],
  back: filled([
    {
      key: 'why',
      label: 'Zašto',
      value: 'Ova je karta vraćena ili poništena i na ulazu se više ne prima.',
    },
    { key: 'contact', label: 'Pitanja', value: edition.contactEmail },
  ]),
})

const dateField = (at: string): Field => ({
  key: 'date',
  label: formatWeekday(at).toUpperCase(),
  value: formatShortDate(at),
  changeMessage: 'Novi datum: %@',
})
