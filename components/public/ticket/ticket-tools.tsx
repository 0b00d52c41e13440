'use client'

import { useEffect, useState } from 'react'
import { BusyButton } from '../busy-button'
import { type PhaseClock, usePhase } from '../use-phase'
import { type SavedTicket, saveTicket } from './saved-tickets'
import type { TicketPicture } from './ticket-picture'

interface Props {
  saved: SavedTicket
  picture: Omit<TicketPicture, 'edition'>
  cells: number
  /** Phase and times of the festival. The calendar link is shown until the end of the night. */
  clock: PhaseClock
}

/** Buttons below a ticket: calendar and picture. Also adds the ticket to the phone's list. */
export function TicketTools({ saved, picture, cells, clock }: Props) {
  const isOver = usePhase(clock) === 'after'
  const { code, name, kind, edition } = saved
  useEffect(() => saveTicket({ code, name, kind, edition }), [code, name, kind, edition])
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function savePicture() {
    setBusy(true)
    setProblem('')
    try {
      const { drawTicket, shareOrDownload } = await import('./ticket-picture')
      await shareOrDownload(await drawTicket({ ...picture, edition }, cells))
    } catch {
      setProblem('Slika se nije dala spremiti. Snimi zaslon, vrijedi jednako.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="poster-karta-tools">
      {clock.closesAt && !isOver && (
        <a href="/api/karta/calendar.ics" className="poster-button bg-signal text-ink">
          Dodaj u kalendar
        </a>
      )}
      <BusyButton type="button" onClick={savePicture} isBusy={isBusy} className="bg-paper text-ink">
        Spremi kao sliku
      </BusyButton>
      {problem && (
        <p role="alert" className="font-semibold text-ember">
          {problem}
        </p>
      )}
    </div>
  )
}
