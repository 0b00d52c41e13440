'use client'

import { TICKET_LABELS } from '@/lib/tickets/rules'
import { useSavedTickets } from './saved-tickets'

/** List of the tickets that were opened on this phone. They also open without a network. */
export function SavedTicketList() {
  const tickets = useSavedTickets()
  if (!tickets?.length)
    return (
      <p className="mt-5 max-w-md text-lg">
        Otvori kartu iz maila i ovdje će te čekati, i kad nema mreže.
      </p>
    )
  return (
    <ul className="mt-6 grid gap-3">
      {tickets.map(({ code, name, kind, edition }) => (
        <li key={code}>
          <a href={`/karta/${code}`} className="poster-karta-kept">
            <span>
              {TICKET_LABELS[kind]} · {edition}
            </span>
            <strong>{name}</strong>
          </a>
        </li>
      ))}
    </ul>
  )
}
