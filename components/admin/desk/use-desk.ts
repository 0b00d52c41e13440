'use client'

import { useEffect, useReducer, useRef } from 'react'
import { toast } from 'sonner'
import { canBuy, deskOutcome, GUEST_MESSAGES, JMBAG_LENGTH } from '@/lib/guests/rules'
import { ApiError, api } from '@/lib/http/client'
import { deskAfter, EMPTY_DESK } from './desk-state'

/** Spec section 9. */
const DEBOUNCE_MS = 1000

const detailOf = (error: unknown) =>
  error instanceof ApiError ? error.detail : GUEST_MESSAGES.unknownError

/** The ticket desk: what it shows, and what can be done at it. */
export function useDesk() {
  const [state, dispatch] = useReducer(deskAfter, EMPTY_DESK)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The number of the newest search; an answer to an older one is dropped. */
  const newest = useRef(0)

  useEffect(() => () => clearTimeout(timer.current), [])

  function forgetSearch() {
    clearTimeout(timer.current)
    return ++newest.current
  }

  async function search(jmbag: string, moveOn: boolean) {
    const mine = forgetSearch()
    if (jmbag === '') return
    dispatch({ type: 'searching' })
    try {
      const query = { jmbag }
      const { guests, submissions } = await api('GET', '/guests/search-brucosi', { query })
      if (mine !== newest.current) return
      dispatch({ type: 'answered', outcome: deskOutcome(guests, submissions), moveOn })
    } catch (error) {
      if (mine !== newest.current) return
      const isOffline = error instanceof ApiError && error.status === 0
      dispatch({ type: 'searchFailed', more: isOffline ? error.detail : undefined })
    }
  }

  function type(text: string) {
    const jmbag = text.replace(/\D/g, '').slice(0, JMBAG_LENGTH)
    if (jmbag === state.jmbag || state.saving) return
    forgetSearch()
    dispatch({ type: 'typed', jmbag })
    if (jmbag) timer.current = setTimeout(() => search(jmbag, false), DEBOUNCE_MS)
  }

  /** Enter in JMBAG: on with the student who is there, otherwise search without waiting. */
  function enter() {
    if (state.saving) return
    if (!state.guest) return search(state.jmbag, true)
    const isUndecided = state.choices.length > 0 && !canBuy(state)
    dispatch(isUndecided ? { type: 'dialog', dialog: 'pick' } : { type: 'moveOn' })
  }

  async function change(what: 'ticket' | 'names', body: object, done?: string) {
    if (!state.guest || state.saving) return
    dispatch({ type: 'saving', what })
    try {
      const guest = await api('PUT', '/guests/[id]', { params: { id: state.guest.id }, body })
      dispatch({ type: 'saved', guest, sale: done === undefined })
      if (done) toast.success(done)
    } catch (error) {
      dispatch({ type: 'refused', text: detailOf(error) })
    }
  }

  const { name, surname } = state

  function sell() {
    if (canBuy(state)) return change('ticket', { name, surname, bought: '1' })
    dispatch({ type: 'refused', text: GUEST_MESSAGES.nameMissing })
    dispatch({ type: 'moveOn' })
  }

  function next() {
    if (state.saving) return
    forgetSearch()
    dispatch({ type: 'next' })
  }

  return {
    state,
    dispatch,
    type,
    enter,
    sell,
    next,
    searchNow: () => search(state.jmbag, true),
    saveNames: () => change('names', { name, surname }, 'Ime i prezime su spremljeni.'),
    returnTicket: () => change('ticket', { bought: '0' }, 'Karta je poništena.'),
  }
}

export type Desk = ReturnType<typeof useDesk>
