import { z } from 'zod'
import type { WrittenText } from '@/db/catalogue/facts'
import { MAX_GUEST_NAME_LENGTH } from '@/db/catalogue/guest-names'
import { GUEST_TEXT_FIELDS, GUESTS, type GuestTextField } from '@/db/catalogue/guests'
import { optionalEmail } from '@/lib/http/fields'
import { plainDigits, plainPhone, withoutInvisible } from '@/lib/text/clean'
import { recordOf } from '@/lib/text/keys'
import { GUEST_MESSAGES } from './rules'

const { badJmbag, badEmail, badPhone } = GUEST_MESSAGES

const personName = z
  .string()
  .overwrite(withoutInvisible)
  .trim()
  .max(MAX_GUEST_NAME_LENGTH, 'Ime je predugačko')

/** Extends a schema: null is accepted, and an empty text becomes null. */
const orNothing = <T extends z.ZodType<string, string>>(input: T) =>
  input.nullable().transform((text) => text || null)

/** Schemas for the texts of a guest, by the kind of text. */
const INPUTS = {
  name: () => personName,
  jmbag: () =>
    orNothing(
      z
        .string(badJmbag)
        .overwrite(plainDigits)
        .regex(/^(\d{10})?$/, badJmbag),
    ),
  email: () => orNothing(optionalEmail(badEmail)),
  phone: () =>
    orNothing(
      z
        .string(badPhone)
        .overwrite(plainPhone)
        .regex(/^([+(\d][\d ()/.-]{2,30})?$/, badPhone),
    ),
  text: ({ max = 200 }: WrittenText) =>
    orNothing(z.string().trim().max(max, `Najviše ${max} znakova`)),
}

type InputOf<F extends GuestTextField> = ReturnType<
  (typeof INPUTS)[(typeof GUESTS)[F]['text']['kind']]
>

/**
 * Schema of each text field of a guest. The catalogue of guest columns says which kind of text it
 * is.
 */
export const GUEST_TEXT_INPUTS = recordOf(GUEST_TEXT_FIELDS, (field) => {
  const text: WrittenText = GUESTS[field].text
  return INPUTS[text.kind](text)
}) as { [F in GuestTextField]: InputOf<F> }

/** Text fields that may be empty: all except name and surname. */
export const OPTIONAL_TEXT_FIELDS = GUEST_TEXT_FIELDS.filter(
  (field) => GUESTS[field].text.kind !== 'name',
) as Exclude<GuestTextField, 'name' | 'surname'>[]
