import { z } from 'zod'
import { requiredText } from '@/lib/http/fields'
import { patchBody } from '@/lib/http/precondition'
import { stripTags } from './rules'

export const TRANSLATION_MESSAGES = {
  keyMissing: 'Unesite ključ',
  keyForm: 'Ključ ima oblik odjeljak.naziv, na primjer kontakt.title1',
  valueMissing: 'Unesite vrijednost',
  taken: 'Prijevod s tim ključem već postoji.',
  notThere: 'Prijevod ne postoji ili je obrisan.',
}

const { keyMissing, keyForm, valueMissing } = TRANSLATION_MESSAGES

/**
 * Key of a text: two or more parts of letters, digits, `_` and `-`. The pages decide which keys
 * they show.
 */
const textKey = requiredText(100, keyMissing).regex(/^[\p{L}\d_-]+(\.[\p{L}\d_-]+)+$/u, keyForm)

/** Value of a text; '' means that nothing is shown. */
const textValue = z
  .string(valueMissing)
  .max(20_000, 'Najviše 20000 znakova')
  .transform((text) => stripTags(text))

const fields = { key: textKey, value: textValue }

export const newTranslationBody = z.object(fields, keyMissing)

export type NewTranslation = z.output<typeof newTranslationBody>

export const translationChange = patchBody(fields)

/** A text of the public pages; the key has the form section.name. */
export const translationResponse = z.object({ id: z.int(), key: z.string(), value: z.string() })

export type Translation = z.infer<typeof translationResponse>
