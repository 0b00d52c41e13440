import { z } from 'zod'
import { isBlank, withoutInvisible } from '@/lib/text/clean'
import { MALFORMED_DATE_TIME, parseZagrebDateTime } from '@/lib/time/zagreb'

// Schemas that the request bodies and responses of many entities share.

/** Boolean input: '0' or '1' as text, a number or a boolean (rule 10.6); forms send 'true' or 'false'. */
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
 * Integer of a URL or a body. A text must consist of digits alone, so that each number has one
 * spelling: `0x10`, `1e3` and ` 7` are rejected.
 */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (sent) => (typeof sent === 'string' && /^\d{1,16}$/.test(sent) ? Number(sent) : sent),
    z.int(BAD_NUMBER).min(min).max(max),
  )

/** Path parameter with the id of an item. */
export const idParams = z.object({ id: wholeNumber(1, 2_147_483_647) })

/** Query parameter for a dry run: with `preview=1` the response describes what would happen. */
export const previewQuery = z.object({
  preview: z.enum(['0', '1'], 'Vrijednost mora biti 0 ili 1').default('0'),
})

/** Time in a response: ISO 8601 in UTC. */
export const instantResponse = z.iso.datetime()

// OpenAPI metadata for schemas that transform their text: zod describes no check after a transform.
export const REQUIRED_TEXT_META = { pattern: '\\S' }
export const EMAIL_META = { format: 'email', pattern: z.regexes.email.source }
export const OPTIONAL_EMAIL_META = { anyOf: [{ const: '' }, EMAIL_META] }

/** Required, trimmed text. `missing` is the message for a blank one. */
export const requiredText = (max: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .overwrite((text) => (isBlank(text) ? '' : text))
    .min(1, missing)
    .max(max, `Najviše ${max} znakova`)
    .meta(REQUIRED_TEXT_META)

/** Required, trimmed text without the invisible characters that may be pasted with it. */
export const requiredVisibleText = (max: number, missing: string) =>
  requiredText(max, missing).overwrite(withoutInvisible).trim().meta(REQUIRED_TEXT_META)

/** The same, but the text may be blank. `missing` is the message for a value that is no text. */
export const visibleText = (max: number, missing?: string) =>
  z.string(missing).overwrite(withoutInvisible).trim().max(max, `Najviše ${max} znakova`)

/** E-mail address in lower case, or ''. `sentence` is the message for an invalid one. */
export const optionalEmail = (sentence: string) =>
  z
    .string(sentence)
    .overwrite(withoutInvisible)
    .trim()
    .toLowerCase()
    .max(254, sentence)
    .pipe(z.union([z.literal(''), z.email(sentence)], sentence))
    .meta(OPTIONAL_EMAIL_META)

/** Messages of a schema: `missing` for an absent or empty value, `wrong` for every other invalid one. */
export const requiredMessages = (missing: string, wrong: string) => ({
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? missing : wrong,
})

/** Integer from 0 to `max`, as a number in JSON or as digits in a form. */
export const countInput = (max: number, sentence: string) =>
  z.union(
    [
      z.int(sentence).min(0, sentence).max(max, sentence),
      z.string(sentence).trim().regex(digitsUpTo(max), sentence).transform(Number),
    ],
    sentence,
  )

/**
 * Returns a pattern for the digits of a number up to `max`. `max` must be a power of ten, or a
 * power of ten minus 1.
 */
function digitsUpTo(max: number) {
  const digits = String(max).length
  const isPower = max === 10 ** (digits - 1)
  return isPower
    ? new RegExp(`^0*(\\d{1,${digits - 1}}|${max})$`)
    : new RegExp(`^0*\\d{1,${digits}}$`)
}

const areDistinct = (values: unknown[]) => new Set(values).size === values.length

/** New positions for some or all items of a list. Each item and each position occurs once. */
export const reorderBody = z
  .array(z.object({ id: idParams.shape.id, order: countInput(1_000_000, 'Neispravan broj') }))
  .min(1, 'Nema što promijeniti')
  .max(1000, 'Previše stavki')
  .refine((items) => areDistinct(items.map(({ id }) => id)), 'Ista stavka je navedena dvaput')
  .refine(
    (places) => areDistinct(places.map(({ order }) => order)),
    'Isto mjesto je navedeno dvaput',
  )

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

/** Returns the Croatian message for an invalid value whose schema has no message. */
function describeIssue(issue: Issue): string {
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

// The default messages of zod are English, but the users read Croatian.
z.config({ customError: describeIssue })

const isPlausibleYear = (at: Date) => at.getUTCFullYear() > 1999 && at.getUTCFullYear() < 2200

/** Time in a body: ISO 8601 with an offset. An empty text and null clear it. */
export const instantInput = z.union(
  [
    z.null(),
    z.literal('').transform(() => null),
    z.iso
      .datetime({ offset: true })
      .refine((at) => isPlausibleYear(new Date(at)))
      .transform((at) => new Date(at).toISOString()),
  ],
  'Vrijednost mora biti datum i vrijeme',
)

/** Time as a user types it, in Zagreb time: dd.mm.yyyy. hh:mm. */
export const typedInstant = z.string().transform((text, context) => {
  if (text.trim() === '') return null
  const at = parseZagrebDateTime(text)
  if (!at) context.addIssue({ code: 'custom', message: MALFORMED_DATE_TIME })
  return at?.toISOString() ?? null
})

/** Event night, named by the day on which it starts, at noon in Zagreb. */
export const nightDay = z.iso
  .date('Neispravan datum')
  .refine((day) => day.startsWith('20'), 'Neispravan datum')
