import { PHONE_TEXTS } from '@/db/catalogue/guests'
import { keysOf, recordOf } from '@/lib/text/keys'

/** The texts of a guest in the roster, all empty. */
export const NO_PHONE_TEXTS = recordOf(keysOf(PHONE_TEXTS), () => null)
