/** A guest as whoever stands at the gate sees one. */
export interface GateGuest {
  id: number
  name: string
  surname: string
  /** Number of the list, and its name. */
  list: number
  tag: string
  bought: boolean
  /** Milliseconds since 1970 from which it is inside, null outside. */
  since: number | null
  note: string | null
  banReason: string | null
}
