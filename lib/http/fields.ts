import { z } from 'zod'
import { withoutUnseen } from '@/lib/text/clean'
import { MALFORMED_DATE_TIME, parseZagrebDateTime } from '@/lib/time/zagreb'

// The small parts that the bodies and answers of many nouns share.

/** Flags travel as '0' and '1'; numbers and booleans too (rule 10.6), in a form as words. */
export const flagInput = z
  .union(
    [z.enum(['0', '1', 'true', 'false']), z.literal(0), z.literal(1), z.boolean()],
    'Vrijednost mora biti 0 ili 1',
  )
  .transform((v) => ['1', 'true'].includes(String(v)))

export const flagResponse = z.enum(['0', '1'])
export type Flag = z.infer<typeof flagResponse>

const BAD_NUMBER = 'Neispravan broj'

/**
 * A whole number of an address or a body: digits alone where it is a text, so that no other
 * spelling (`0x10`, `1e3`, ` 7`) means the same thing.
 */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (sent) => (typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent),
    z.int(BAD_NUMBER).min(min).max(max),
  )

/** The number of a thing in its address. */
export const idParams = z.object({ id: wholeNumber(1, 2_147_483_647) })

/** 1: say what would happen and do nothing. */
export const previewQuery = z.object({
  preview: z.enum(['0', '1'], 'Vrijednost mora biti 0 ili 1').default('0'),
})

/** A moment as the API shows one: an ISO instant in UTC. */
export const instantResponse = z.iso.datetime()

/** What the description says of a text of which a change of its own hides how it is checked. */
export const FILLED = { pattern: '\\S' }
export const EMAIL = { format: 'email', pattern: z.regexes.email.source }
export const EMAIL_OR_NOTHING = { anyOf: [{ const: '' }, EMAIL] }

/** Text that must be there: trimmed, and `missing` is what is said when it is not. */
export const requiredText = (max: number, missing: string) =>
  z.string(missing).trim().min(1, missing).max(max, `Najviše ${max} znakova`).meta(FILLED)

/** An address in small letters, or nothing. */
export const optionalEmail = (sentence: string) =>
  z
    .string(sentence)
    .overwrite(withoutUnseen)
    .trim()
    .toLowerCase()
    .max(254, sentence)
    .pipe(z.union([z.literal(''), z.email(sentence)], sentence))
    .meta(EMAIL_OR_NOTHING)

/** What a schema says: of what is not there at all something else than of what is wrong. */
export const requiredMessages = (missing: string, wrong: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? missing : wrong,
})

/** A number of JSON, or the digits that a form sends in its place. */
export const countInput = (most: number, sentence: string) =>
  z.union(
    [
      z.int(sentence).min(0, sentence).max(most, sentence),
      z.string(sentence).trim().regex(digitsUpTo(most), sentence).transform(Number),
    ],
    sentence,
  )

/** Digits of a number up to `most`, which is a power of ten or one below it. */
function digitsUpTo(most: number) {
  const places = String(most).length
  const isPower = most === 10 ** (places - 1)
  return isPower
    ? new RegExp(`^0*(\\d{1,${places - 1}}|${most})$`)
    : new RegExp(`^0*\\d{1,${places}}$`)
}

const differ = (values: unknown[]) => new Set(values).size === values.length

/** New places for some or all of a list; each thing and each place once. */
export const reorderBody = z
  .array(z.object({ id: idParams.shape.id, order: countInput(1_000_000, 'Neispravan broj') }))
  .min(1, 'Nema što promijeniti')
  .max(1000, 'Previše stavki')
  .refine((places) => differ(places.map(({ id }) => id)), 'Ista stavka je navedena dvaput')
  .refine((places) => differ(places.map(({ order }) => order)), 'Isto mjesto je navedeno dvaput')

export type NewPositions = z.output<typeof reorderBody>

type Issue = z.core.$ZodRawIssue

const KINDS: Record<string, string> = {
  string: 'tekst',
  number: 'broj',
  int: 'cijeli broj',
  boolean: 'da ili ne',
  array: 'popis',
  object: 'skup polja',
  file: 'datoteka',
}

const UNITS: Record<string, string> = { string: ' znakova', array: ' stavki', file: ' bajtova' }

/** What is said of a value that does not fit, where its schema has no words of its own. */
function word(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Ovo polje je obavezno'
      return `Ovdje mora biti ${KINDS[issue.expected] ?? 'nešto drugo'}`
    case 'too_small':
      return `Najmanje ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    case 'too_big':
      return `Najviše ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'invalid_value':
      return `Dopušteno je samo: ${issue.values.join(', ')}`
    case 'unrecognized_keys':
      return `Nepoznato polje: ${issue.keys.join(', ')}`
    case 'not_multiple_of':
      return `Mora biti djeljivo s ${issue.divisor}`
    default:
      return 'Neispravan unos'
  }
}

// zod speaks English unless told otherwise, and whoever reads an answer here speaks Croatian.
z.config({ customError: word })

const isInReach = (at: Date) => at.getUTCFullYear() > 1999 && at.getUTCFullYear() < 2200

/** An ISO instant; '' and null clear it. */
export const instantInput = z.union(
  [
    z.null(),
    z.literal('').transform(() => null),
    z.iso
      .datetime({ offset: true })
      .refine((at) => isInReach(new Date(at)))
      .transform((at) => new Date(at).toISOString()),
  ],
  'Vrijednost mora biti datum i vrijeme',
)

/** A moment as a person types it, in Zagreb. */
export const typedInstant = z.string().transform((text, context) => {
  if (text.trim() === '') return null
  const at = parseZagrebDateTime(text)
  if (!at) context.addIssue({ code: 'custom', message: MALFORMED_DATE_TIME })
  return at?.toISOString() ?? null
})

/** A night by the day on which it begins, at noon in Zagreb. */
export const nightDay = z.iso
  .date('Neispravan datum')
  .refine((day) => day.startsWith('20'), 'Neispravan datum')
