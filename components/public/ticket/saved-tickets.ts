import { useSyncExternalStore } from 'react'

/** A ticket that was opened on this phone. */
export interface SavedTicket {
  code: string
  name: string
  kind: 'ticket' | 'pass'
  /** Name of the festival and its year. */
  edition: string
}

const KEY = 'karte'
const MAX_TICKETS = 6

const isTicket = (value: Partial<SavedTicket> | null): value is SavedTicket =>
  [value?.code, value?.name, value?.edition].every((text) => typeof text === 'string') &&
  (value?.kind === 'ticket' || value?.kind === 'pass')

function read(text: string | null): SavedTicket[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isTicket).slice(0, MAX_TICKETS) : []
  } catch {
    return []
  }
}

/** Returns the stored text; null also if the browser forbids access to its storage. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** Returns the tickets stored on this phone, the last opened first. */
export const getSavedTickets = (): SavedTicket[] => read(stored())

const listeners = new Set<() => void>()

function write(tickets: SavedTicket[]) {
  try {
    if (tickets.length > 0) localStorage.setItem(KEY, JSON.stringify(tickets.slice(0, MAX_TICKETS)))
    else localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: the ticket is then found only by the link in its mail.
  }
  for (const changed of listeners) changed()
}

const others = (code: string) => getSavedTickets().filter((ticket) => ticket.code !== code)

export const saveTicket = (ticket: SavedTicket) => write([ticket, ...others(ticket.code)])

export function removeTicket(code: string) {
  const remaining = others(code)
  if (remaining.length < getSavedTickets().length) write(remaining)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/**
 * Returns the stored tickets and follows changes in every tab. Null on the server and until
 * hydration.
 */
export function useSavedTickets(): SavedTicket[] | null {
  const text = useSyncExternalStore<string | null | undefined>(subscribe, stored, () => undefined)
  return text === undefined ? null : read(text)
}
