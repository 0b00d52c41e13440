import { useSyncExternalStore } from 'react'

/** A ticket that was opened on this phone. */
export interface SavedTicket {
  code: string
  name: string
  kind: 'ticket' | 'pass'
  /** The festival and its year. */
  edition: string
}

const KEY = 'karte'
const MOST = 6

const isTicket = (value: Partial<SavedTicket> | null): value is SavedTicket =>
  [value?.code, value?.name, value?.edition].every((text) => typeof text === 'string') &&
  (value?.kind === 'ticket' || value?.kind === 'pass')

function read(text: string | null): SavedTicket[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(found) ? found.filter(isTicket).slice(0, MOST) : []
  } catch {
    return []
  }
}

/** What is stored; a browser may forbid even the question. */
function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

/** The tickets of this phone, the last opened first. */
export const keptTickets = (): SavedTicket[] => read(stored())

const listeners = new Set<() => void>()

function write(tickets: SavedTicket[]) {
  try {
    if (tickets.length > 0) localStorage.setItem(KEY, JSON.stringify(tickets.slice(0, MOST)))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the mail and its address are what is left.
  }
  for (const changed of listeners) changed()
}

const others = (code: string) => keptTickets().filter((ticket) => ticket.code !== code)

export const saveTicket = (ticket: SavedTicket) => write([ticket, ...others(ticket.code)])

export function removeTicket(code: string) {
  const rest = others(code)
  if (rest.length < keptTickets().length) write(rest)
}

function subscribe(changed: () => void) {
  listeners.add(changed)
  window.addEventListener('storage', changed)
  return () => {
    listeners.delete(changed)
    window.removeEventListener('storage', changed)
  }
}

/** Those tickets, following every tab; null on the server, which knows nothing of a phone. */
export function useKeptTickets(): SavedTicket[] | null {
  const text = useSyncExternalStore<string | null | undefined>(subscribe, stored, () => undefined)
  return text === undefined ? null : read(text)
}
