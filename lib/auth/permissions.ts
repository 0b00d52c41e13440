/** Who may do what (spec section 6). 0 nothing, 1 admin, 2 entry, 3 tickets, 4 both. */
const PRIVILEGES = {
  admin: [1],
  entry: [1, 2, 4],
  tickets: [1, 3, 4],
  staff: [1, 2, 3, 4],
} as const

export type Duty = keyof typeof PRIVILEGES

export const privilegesOf = (duty: Duty): readonly number[] => PRIVILEGES[duty]

export const may = (privilege: number, duty: Duty) => privilegesOf(duty).includes(privilege)

/** Where a person starts after signing in (spec section 4). */
export function landingPage(privilege: number): string {
  if (privilege === 2) return '/admin/entry'
  if (privilege === 3) return '/admin/guests'
  return '/admin'
}

export const NO_PRIVILEGES =
  'Nažalost, nemate privilegije za pristup ovoj stranici. Pričekajte ili se javite savjetniku'
