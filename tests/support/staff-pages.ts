const EVERYBODY = [0, 1, 2, 3, 4]

/** Who opens a page under /admin (rule 9.1): a page that is not named here is the admin's alone. */
const OPEN_TO: Record<string, number[]> = {
  '/admin': [1, 2, 3, 4],
  '/admin/entry': [1, 2, 4],
  '/admin/guests': [1, 3, 4],
  '/admin/login': [1, 2, 3, 4],
  '/admin/logout': EVERYBODY,
  // Not found, whoever asks.
  '/admin/mail-preview': EVERYBODY,
  '/admin/nema-ovoga': EVERYBODY,
}

/** Whether a person of this privilege opens this page of the staff. */
export const opens = (privilege: number, address: string) =>
  (OPEN_TO[address] ?? [1]).includes(privilege)
