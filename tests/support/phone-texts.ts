import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { keysOf, recordOf } from '@/lib/text/keys'

/** The text fields of a guest in the roster, all null. */
export const NO_PHONE_TEXTS = recordOf(keysOf(PHONE_TEXTS), () => null)
