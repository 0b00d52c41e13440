import type { PHONE_TEXTS } from '@/db/catalogue/guests'

/** The texts that phones have, by the names of their columns. */
type PhoneTexts = Record<(typeof PHONE_TEXTS)[keyof typeof PHONE_TEXTS], string | null>

/** A guest as the gate sees it. */
export interface GateGuest extends PhoneTexts {
  id: number
  name: string
  surname: string
  /** Number of the list, and its name. */
  list: number
  tag: string
  bought: boolean
  /** Milliseconds since 1970 from which it is inside, null outside. */
  since: number | null
}
