import { z } from 'zod'
import type { GuestTexts } from '@/db/queries/guests'
import type { Duty } from '@/lib/auth/rules'
import { emailOrNothing } from '@/lib/http/fields'
import { plainDigits, plainPhone } from '@/lib/text/clean'
import { keysOf } from '@/lib/text/keys'
import { GUEST_MESSAGES } from './rules'

const { badJmbag, badEmail, badPhone } = GUEST_MESSAGES

const personName = z.string().trim().max(100, 'Ime je predugačko')

/** What a form leaves empty, and null, stand for nothing. */
const orNothing = <T extends z.ZodType<string, string>>(input: T) =>
  input.nullable().transform((text) => text || null)

const noteInput = orNothing(z.string().trim().max(200, 'Najviše 200 znakova'))

/** What staff write about a guest, in the order of forms and tables, and how. */
interface GuestText {
  label: string
  /** What a change may set it to. */
  input: z.ZodType<string | null, string | null>
  /** Whose it is to change. */
  duty: Duty
  /** Its longest, and how a form takes it in. */
  max?: number
  kind?: 'count' | 'email' | 'phone'
  /** For whoever fills in the template of the import, where it is a column of it. */
  help?: string
  example?: string
}

/**
 * All that staff write about a guest word for word, one line each: change, import, export,
 * template, form and record follow from it, and from `guestTexts` what is stored.
 */
export const GUEST_TEXTS = {
  name: {
    label: 'Ime',
    input: personName,
    duty: 'tickets',
    max: 100,
    help: 'Ime.',
    example: 'Ana',
  },
  surname: {
    label: 'Prezime',
    input: personName,
    duty: 'tickets',
    max: 100,
    help: 'Prezime.',
    example: 'Anić',
  },
  jmbag: {
    label: 'JMBAG',
    input: orNothing(
      z
        .string(badJmbag)
        .overwrite(plainDigits)
        .regex(/^(\d{10})?$/, badJmbag),
    ),
    duty: 'admin',
    kind: 'count',
    help: 'JMBAG, 10 znamenki, s nulama na početku.',
    example: '0036512345',
  },
  email: {
    label: 'E-mail',
    input: orNothing(emailOrNothing(badEmail)),
    duty: 'tickets',
    kind: 'email',
    help: 'E-mail adresa. Smije ostati prazna.',
    example: 'ana@primjer.hr',
  },
  phone: {
    label: 'Telefon',
    input: orNothing(
      z
        .string(badPhone)
        .overwrite(plainPhone)
        .regex(/^([+(\d][\d ()/.-]{2,30})?$/, badPhone),
    ),
    duty: 'admin',
    kind: 'phone',
  },
  note: { label: 'Napomena', input: noteInput, duty: 'admin', max: 200 },
  banReason: { label: 'Ne puštaj (razlog)', input: noteInput, duty: 'admin', max: 200 },
} as const satisfies Record<keyof GuestTexts, GuestText>

export type GuestTextField = keyof typeof GUEST_TEXTS
export const GUEST_TEXT_FIELDS = keysOf(GUEST_TEXTS)

/** Those that may be empty. */
export const OPTIONAL_TEXT_FIELDS = GUEST_TEXT_FIELDS.filter(
  (field) => field !== 'name' && field !== 'surname',
)

/** What a change may set each of them to. */
export const GUEST_TEXT_INPUTS = Object.fromEntries(
  GUEST_TEXT_FIELDS.map((field) => [field, GUEST_TEXTS[field].input]),
) as { [F in GuestTextField]: (typeof GUEST_TEXTS)[F]['input'] }
