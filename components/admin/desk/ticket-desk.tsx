'use client'

import { ChartColumn } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { DeskSearch } from './desk-search'
import { DeskStudent } from './desk-student'
import { SoldDialog } from './sold-dialog'
import { SubmissionPicker } from './submission-picker'
import { TodayDialog } from './today-dialog'
import { useDesk } from './use-desk'

/** The ticket desk (spec section 2), worked without a mouse: Enter moves on, Esc is the next student. */
export function TicketDesk() {
  const desk = useDesk()
  const { state, dispatch, next } = desk
  const jmbag = useRef<HTMLInputElement>(null)
  const name = useRef<HTMLInputElement>(null)
  const surname = useRef<HTMLInputElement>(null)
  const ticket = useRef<HTMLButtonElement>(null)
  const [today, setToday] = useState(false)

  /** What is to be done next with this student: what is still empty, then the ticket. */
  const toDo = useMemo(
    () => ({
      get current() {
        const empty = [name, surname].find((field) => field.current?.value.trim() === '')
        return empty?.current ?? ticket.current
      },
    }),
    [],
  )

  useEffect(() => jmbag.current?.focus(), [])

  useEffect(() => {
    if (state.moves > 0) toDo.current?.focus()
  }, [state.moves, toDo])

  const isFree = state.dialog === null && !today && !state.saving
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isEscape = event.key === 'Escape' && !event.defaultPrevented
      const isAltN = event.altKey && event.code === 'KeyN' && !event.ctrlKey && !event.metaKey
      if (!isFree || !(isEscape || isAltN)) return
      event.preventDefault()
      next()
      jmbag.current?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  })

  const closeDialog = () => dispatch({ type: 'dialog', dialog: null })

  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-4 flex items-center justify-between gap-3">
        <h1 className="text-xl font-bold whitespace-nowrap sm:text-2xl">Prodaja karata</h1>
        <Button onClick={() => setToday(true)} className="px-3 whitespace-nowrap sm:px-4">
          <ChartColumn aria-hidden="true" className="size-5" />
          Danas prodano
        </Button>
      </div>

      <DeskSearch desk={desk} inputRef={jmbag} />
      <DeskStudent
        desk={desk}
        refs={{ name, surname, ticket }}
        toDo={toDo}
        onNext={() => {
          next()
          jmbag.current?.focus()
        }}
      />

      <SubmissionPicker
        open={state.dialog === 'pick'}
        jmbag={state.guest?.jmbag ?? ''}
        choices={state.choices}
        onPick={(choice) => dispatch({ type: 'picked', choice })}
        onClose={closeDialog}
        focusAfter={toDo}
      />
      <SoldDialog
        open={state.dialog === 'sold'}
        mailedTo={state.mailedTo}
        isMailSet={state.isMailSet}
        onClose={next}
        focusAfter={jmbag}
      />
      <Confirm
        open={state.dialog === 'return'}
        question="Poništiti kartu?"
        yes="Poništi kartu"
        danger
        pending={state.saving === 'ticket'}
        onYes={desk.returnTicket}
        onNo={closeDialog}
      >
        Kod karte više neće vrijediti za ulaz, a vrijeme kupnje se briše.
      </Confirm>
      {today && <TodayDialog onClose={() => setToday(false)} />}
    </div>
  )
}
