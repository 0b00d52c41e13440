import { z } from 'zod'
import { countInput, requiredMessages, requiredText } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'

export const PRICE_LIST_MESSAGES = {
  incomplete: 'Unesite sve podatke',
  badTag: 'Kategorija mora biti SOK, PIVO, DOLJEVI, ALKOHOL ili OSTALO',
  badOrder: 'Redni broj mora biti od 01 do 99',
  badPrice: 'Cijena mora biti broj s najviše dvije decimale',
  badVolume: 'Količina mora biti broj litara s najviše tri decimale',
  full: (tag: string) => `Kategorija ${tag} već ima 99 stavki, koliko ih najviše stane.`,
  notThere: 'Stavka cjenika ne postoji ili je obrisana.',
  noSuchPlace: 'Na tom mjestu u kategoriji nema stavke.',
  /** Message for a failed reorder (rule 13.10). */
  notReordered: 'Promjena poretka nije uspjela.',
}

/** Categories of the price list, in their order (rule 12.6). */
export const PRICE_TAGS = ['SOK', 'PIVO', 'DOLJEVI', 'ALKOHOL', 'OSTALO'] as const

/**
 * A price item in responses (rule 13.14): its position in two digits, its price in euro, its volume
 * in litres.
 */
export const priceItemResponse = z.object({
  id: z.int(),
  name: z.string(),
  tag: z.enum(PRICE_TAGS),
  order: z.string().regex(/^\d{2}$/),
  priceEUR: z.number(),
  volume: z.number(),
})

export type PriceItem = z.infer<typeof priceItemResponse>
export type PriceTag = PriceItem['tag']

const { incomplete, badTag, badOrder, badPrice, badVolume } = PRICE_LIST_MESSAGES

/**
 * Number, or number as typed with a comma: `2,50`. It has at most `digits` digits before the comma
 * and `places` after it.
 */
const decimalInput = (digits: number, places: number, sentence: string) =>
  z
    .union(
      [
        z
          .number()
          .min(0, sentence)
          .max(10 ** digits - 10 ** -places, sentence)
          .refine((v) => Number(v.toFixed(places)) === v, sentence)
          .meta({ multipleOf: 10 ** -places }),
        z
          .string()
          .trim()
          .regex(
            new RegExp(`^0*\\d{1,${digits}}([.,]\\d{1,${places}}0*)?$`),
            requiredMessages(incomplete, sentence),
          ),
      ],
      requiredMessages(incomplete, sentence),
    )
    .transform((v) => (typeof v === 'number' ? v : Number(v.replace(',', '.'))))

const itemFields = {
  name: requiredText(100, incomplete),
  tag: z.enum(PRICE_TAGS, requiredMessages(incomplete, badTag)),
  priceEUR: decimalInput(6, 2, badPrice),
  volume: decimalInput(3, 3, badVolume),
}

/**
 * Body of a new item. Clients send `order`, which is accepted and ignored: the server sets the
 * position.
 */
export const newPriceItemBody = z.object(
  { ...itemFields, order: z.union([z.number(), z.string()]).optional() },
  incomplete,
)

export type NewPriceItem = z.output<typeof newPriceItemBody>

/**
 * Change of an item. `order` swaps positions with the item that has that position. Another `tag`
 * moves the item to the end of that category.
 */
export const priceItemChange = patchBody({ ...itemFields, order: countInput(99, badOrder) })

export type PriceItemChange = z.output<typeof priceItemChange>
