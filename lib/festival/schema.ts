import { z } from 'zod'
import {
  flagInput,
  flagResponse,
  instantInput,
  instantResponse,
  OPTIONAL_EMAIL_META,
  requiredText,
  typedInstant,
  visibleText,
} from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'
import { plainPhone } from '@/lib/text/clean'
import { ATTRIBUTE_LIST, parseAttributes } from '@/lib/text/pairs'
import { editionProblem, SALES_STATES } from './rules'

const someText = (max: number) => z.string().trim().max(max, `Najviše ${max} znakova`)

/** Whole number, as a JSON number or as the digits of a form field. */
const whole = (least: number, most: number, digits: RegExp, sentence: string) =>
  z.union(
    [
      z.int(sentence).min(least, sentence).max(most, sentence),
      z.string(sentence).trim().regex(digits, sentence).transform(Number),
    ],
    sentence,
  )

/** Degrees, as a number or as typed with a comma: `45,8022`. */
const degrees = (most: number, typed: RegExp, sentence: string) =>
  z
    .union(
      [
        z.number(sentence).min(-most, sentence).max(most, sentence),
        z.string(sentence).trim().regex(typed, sentence),
      ],
      sentence,
    )
    .transform((value) => (typeof value === 'number' ? value : Number(value.replace(',', '.'))))

const emailOrNothing = visibleText(254)
  .refine(
    (text) => text === '' || z.email().safeParse(text).success,
    'Upišite adresu kao info@primjer.hr, ili ništa.',
  )
  .meta(OPTIONAL_EMAIL_META)

const addressOrNothing = visibleText(500)
  .refine(
    (text) => text === '' || (/^https?:\/\/\S+$/i.test(text) && URL.canParse(text)),
    'Upišite poveznicu koja počinje s https://, ili ništa.',
  )
  .meta({ anyOf: [{ const: '' }, { format: 'uri', pattern: '^https?://' }] })

const PHONE = /^(\+?([ ()/.-]*\d){3,})?$/

const phoneOrNothing = z
  .string()
  .overwrite(plainPhone)
  .max(40, 'Najviše 40 znakova')
  .regex(PHONE, 'Upišite broj kao +385 91 123 4567, ili ništa.')

const BAD_PRICE = 'Upišite cijenu u eurima kao 10 ili 10,50, najviše 1000, ili ništa.'
const MAX_EUROS = 1000

/** Price in euro as typed; an empty text becomes null, which means that the price is not known. */
export const typedPrice = z
  .string(BAD_PRICE)
  .trim()
  .regex(/^(0*(\d{1,3}([.,]\d{1,2}0*)?|1000([.,]0+)?))?$/, BAD_PRICE)
  .transform((euros) => (euros === '' ? null : Number(euros.replace(',', '.'))))

/** Price of a ticket in euro with at most two decimals. '' and null mean that it is not known. */
const priceInput = z.union(
  [
    z.null(),
    z
      .number()
      .min(0)
      .max(MAX_EUROS)
      .refine((euros) => Number(euros.toFixed(2)) === euros)
      .meta({ multipleOf: 0.01 }),
    typedPrice,
  ],
  BAD_PRICE,
)

const fields = {
  name: requiredText(60, 'Upišite kako se festival zove.'),
  year: whole(2000, 2100, /^(20\d\d|2100)$/, 'Upišite godinu od 2000. do 2100.'),
  number: whole(1, 999, /^0*[1-9]\d{0,2}$/, 'Upišite broj od 1 do 999.'),
  place: someText(100),
  address: someText(200),
  lat: degrees(
    85,
    /^-?(85([.,]0{1,12})?|([0-7]?\d|8[0-4])([.,]\d{1,15})?)$/,
    'Upišite širinu od −85 do 85, kao 45,8022.',
  ),
  lng: degrees(
    180,
    /^-?(180([.,]0{1,12})?|(\d{1,2}|1[0-7]\d)([.,]\d{1,15})?)$/,
    'Upišite dužinu od −180 do 180, kao 15,9663.',
  ),
  contactEmail: emailOrNothing,
  sponsorsEmail: emailOrNothing,
  instagramUrl: addressOrNothing,
  facebookUrl: addressOrNothing,
  tiktokUrl: addressOrNothing,
  ticketShopUrl: addressOrNothing,
  ticketWidgetSrc: addressOrNothing,
  ticketWidgetData: someText(500)
    .refine((text) => parseAttributes(text), 'Upišite parove kao event=brucosijada, lang=hr.')
    .meta({ pattern: ATTRIBUTE_LIST.source }),
  salesState: z.enum(SALES_STATES, 'Odaberite stanje prodaje.'),
  nightPhone: phoneOrNothing,
  aircashUrl: addressOrNothing,
  retentionDays: whole(
    1,
    3650,
    /^0*([1-9]\d{0,2}|[12]\d{3}|3[0-5]\d{2}|36[0-4]\d|3650)$/,
    'Upišite broj dana od 1 do 3650.',
  ),
}

export const festivalChange = patchBody({
  ...fields,
  ticketPriceEUR: priceInput,
  opensAt: instantInput,
  closesAt: instantInput,
  deskAdds: flagInput,
})

export type FestivalChange = z.output<typeof festivalChange>

/** Schema of the form for the whole edition. Times are texts, as typed. */
export const festivalForm = z
  .object({
    ...fields,
    ticketPriceEUR: typedPrice,
    opensAt: typedInstant,
    closesAt: typedInstant,
  })
  .superRefine((edition, context) => {
    const problem = editionProblem(edition)
    if (problem)
      context.addIssue({ code: 'custom', path: [problem.field], message: problem.sentence })
  })

export const festivalResponse = z.object({
  name: z.string(),
  year: z.int(),
  /** Ordinal of the edition: 42 for the 42nd festival. */
  number: z.int(),
  /** Opening time and end of the night; both are set or both are null. */
  opensAt: instantResponse.nullable(),
  closesAt: instantResponse.nullable(),
  place: z.string(),
  address: z.string(),
  /** Centre of the map in degrees (WGS 84). */
  lat: z.number(),
  lng: z.number(),
  contactEmail: z.string(),
  sponsorsEmail: z.string(),
  instagramUrl: z.string(),
  facebookUrl: z.string(),
  tiktokUrl: z.string(),
  /** Price of a ticket in euro; null if it is not known. */
  ticketPriceEUR: z.number().nullable(),
  /** State of the ticket sale that visitors see (rule 1.18). The desk sells by its own rules. */
  salesState: z.enum(SALES_STATES),
  /** Telephone number that visitors call if they need help on the night; '' without a number. */
  nightPhone: z.string(),
  ticketShopUrl: z.string(),
  /** URL of the shop's widget, and its `data-` attributes as `event=opening, lang=hr`. */
  ticketWidgetSrc: z.string(),
  ticketWidgetData: z.string(),
  aircashUrl: z.string(),
  /** Days after the end of the night until personal data are erased automatically (rule 8.18). */
  retentionDays: z.int(),
  /**
   * Whether the desk may add a student to the freshers' list who has only signed up (rule 3.14).
   */
  deskAdds: flagResponse,
})

export type EditionSettings = z.output<typeof festivalResponse>
