const EVERYBODY = [0, 1, 2, 3, 4]

/**
 * Privileges that may open each page under /admin (rule 9.1: a staff member has one privilege). A
 * page without an entry is for admins only.
 */
const OPEN_TO: Record<string, number[]> = {
  '/admin': [1, 2, 3, 4],
  '/admin/entry': [1, 2, 4],
  '/admin/guest_tag': [1, 4],
  '/admin/guests': [1, 3, 4],
  '/admin/login': [1, 2, 3, 4],
  '/admin/logout': EVERYBODY,
  // Not-found pages for every privilege.
  '/admin/mail-preview': EVERYBODY,
  '/admin/nema-ovoga': EVERYBODY,
}

/** Whether a staff member with this privilege may open this page under /admin. */
export const canOpen = (privilege: number, address: string) =>
  (OPEN_TO[address] ?? [1]).includes(privilege)
