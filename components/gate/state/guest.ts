import type { PHONE_TEXTS } from '@/db/catalogue/guests'

/** Texts about a guest that gate devices store, such as name and note, by column name. */
type PhoneTexts = Record<(typeof PHONE_TEXTS)[keyof typeof PHONE_TEXTS], string | null>

/** Guest as the gate's screens show it. */
export interface GateGuest extends PhoneTexts {
  id: number
  name: string
  surname: string
  /** `list` is the id of the guest list, `tag` is its name. */
  list: number
  tag: string
  bought: boolean
  /** Time since which the guest is inside, in ms since 1970; null outside. */
  since: number | null
}
