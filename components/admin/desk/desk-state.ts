'use client'

import { useEffect, useReducer, useRef } from 'react'
import { toast } from 'sonner'
import { formatCents, WAY_WORDS } from '@/lib/cash/rules'
import type { PaymentInput, Receipt } from '@/lib/cash/schema'
import {
  canBuy,
  DESK_MESSAGES,
  deskOutcome,
  GUEST_MESSAGES,
  JMBAG_LENGTH,
} from '@/lib/guests/rules'
import type { ChangedGuest, Guest, SignupChoice } from '@/lib/guests/schema'
import { ApiError, api } from '@/lib/http/client'
import { formatDateTime } from '@/lib/time'

type Outcome = ReturnType<typeof deskOutcome<Guest, SignupChoice>>

interface DeskState {
  jmbag: string
  searching: boolean
  /** What the search, or else the last change, had to say. */
  message: { tone: 'info' | 'error'; text: string; more?: string } | null
  guest: Guest | null
  name: string
  surname: string
  choices: SignupChoice[]
  saving: 'ticket' | 'names' | null
  /** The dialog in front of the desk. */
  dialog: 'pick' | 'return' | 'sold' | null
  mailedTo: string
  isMailSet: boolean
  /** What was paid with the last sale, where money is counted. */
  payment: Receipt | null
  /** Grows each time the keyboard should move on to what is to be done next. */
  moves: number
}

const EMPTY_DESK: DeskState = {
  jmbag: '',
  searching: false,
  message: null,
  guest: null,
  name: '',
  surname: '',
  choices: [],
  saving: null,
  dialog: null,
  mailedTo: '',
  isMailSet: true,
  payment: null,
  moves: 0,
}

type DeskAction =
  | { type: 'typed'; jmbag: string }
  | { type: 'searching' }
  | { type: 'answered'; outcome: Outcome; moveOn: boolean }
  | { type: 'searchFailed'; more?: string }
  | { type: 'named'; field: 'name' | 'surname'; value: string }
  | { type: 'picked'; choice: SignupChoice }
  | { type: 'dialog'; dialog: DeskState['dialog'] }
  | { type: 'saving'; what: 'ticket' | 'names' }
  | { type: 'saved'; guest: ChangedGuest; sale: boolean }
  | { type: 'refused'; text: string }
  | { type: 'helped'; guest: ChangedGuest }
  | { type: 'shiftOpened' }
  | { type: 'moveOn' }
  | { type: 'next' }

const nobody = { guest: null, name: '', surname: '', choices: [] }

/** What the desk shows after something happened at it. */
function deskAfter(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case 'typed':
      return { ...EMPTY_DESK, moves: state.moves, jmbag: action.jmbag }
    case 'searching':
      return { ...state, ...nobody, searching: true, message: null }
    case 'answered':
      return afterAnswer({ ...state, searching: false }, action)
    case 'searchFailed':
      return {
        ...state,
        searching: false,
        message: { tone: 'error', text: DESK_MESSAGES.searchFailed, more: action.more },
      }
    case 'named':
      return { ...state, [action.field]: action.value }
    case 'picked':
      return {
        ...state,
        dialog: null,
        message: null,
        name: action.choice.name,
        surname: action.choice.surname,
      }
    case 'dialog':
      return { ...state, dialog: action.dialog }
    case 'saving':
      return { ...state, saving: action.what, message: null }
    case 'saved':
      return afterSave({ ...state, saving: null }, action)
    case 'refused':
      return {
        ...state,
        saving: null,
        dialog: null,
        message: { tone: 'error', text: action.text },
      }
    case 'helped':
      return { ...state, guest: storedOf(action.guest) }
    case 'shiftOpened':
      return { ...state, message: null, moves: state.moves + (state.guest ? 1 : 0) }
    case 'moveOn':
      return { ...state, moves: state.moves + 1 }
    case 'next':
      return { ...EMPTY_DESK, moves: state.moves }
  }
}

function afterAnswer(
  state: DeskState,
  { outcome, moveOn }: { outcome: Outcome; moveOn: boolean },
): DeskState {
  const isError = outcome.kind === 'none' || outcome.kind === 'no-form'
  const message = outcome.message && {
    tone: isError ? ('error' as const) : ('info' as const),
    text: outcome.message,
  }
  if (!('guest' in outcome)) return { ...state, ...nobody, message: message || null }
  const { guest, name, surname, choices } = outcome
  const mustPick = outcome.kind === 'choose'
  return {
    ...state,
    message: message || null,
    guest,
    name,
    surname,
    choices,
    dialog: mustPick ? 'pick' : null,
    moves: state.moves + (moveOn && !mustPick ? 1 : 0),
  }
}

function afterSave(
  state: DeskState,
  { guest, sale }: { guest: ChangedGuest; sale: boolean },
): DeskState {
  const { mailedTo, isMailSet, payment = null } = guest
  const stored = storedOf(guest)
  const now = { ...state, payment, guest: stored, name: stored.name, surname: stored.surname }
  if (!sale) return { ...now, dialog: null }
  if (mailedTo !== null) return { ...now, dialog: 'sold', mailedTo, isMailSet }
  const when = formatDateTime(stored.boughtTicketTime ?? new Date())
  return { ...now, message: { tone: 'error', text: DESK_MESSAGES.alreadySold(when) } }
}

/** The guest alone, without what its change had to say. */
function storedOf({ mailedTo: _to, isMailSet: _set, payment: _paid, ...guest }: ChangedGuest) {
  return guest
}

/** Spec section 9. */
const DEBOUNCE_MS = 1000

const detailOf = (error: unknown) =>
  error instanceof ApiError ? error.detail : GUEST_MESSAGES.unknownError

/** What the desk asks the till. */
interface DeskTill {
  /** What keeps the sale to this guest from being made. */
  problem: (guest: number) => string | null
  payment: (guest: number) => Partial<PaymentInput> | undefined
  settled: (guest: ChangedGuest) => void
  refused: (code: string) => void
}

/** What is said of a ticket that was taken back. */
function returned({ payment }: ChangedGuest): string {
  if (!payment || payment.cents === 0) return 'Karta je poništena.'
  return `Karta je poništena. Vratite ${formatCents(-payment.cents)} ${WAY_WORDS[payment.way].how}.`
}

/** The ticket desk: what it shows, and what can be done at it. */
export function useDesk(till: DeskTill) {
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

  async function change(
    what: 'ticket' | 'names',
    body: object,
    done?: (guest: ChangedGuest) => string,
  ) {
    if (!state.guest || state.saving) return
    dispatch({ type: 'saving', what })
    try {
      const guest = await api('PUT', '/guests/[id]', { params: { id: state.guest.id }, body })
      till.settled(guest)
      dispatch({ type: 'saved', guest, sale: done === undefined })
      if (done) toast.success(done(guest))
    } catch (error) {
      dispatch({ type: 'refused', text: detailOf(error) })
      if (error instanceof ApiError) till.refused(error.code)
    }
  }

  const { name, surname } = state

  const payment = state.guest ? till.payment(state.guest.id) : undefined

  function sell() {
    const problem = canBuy(state)
      ? state.guest && till.problem(state.guest.id)
      : GUEST_MESSAGES.nameMissing
    if (!problem) return change('ticket', { name, surname, bought: '1', payment })
    dispatch({ type: 'refused', text: problem })
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
    saveNames: () => change('names', { name, surname }, () => 'Ime i prezime su spremljeni.'),
    returnTicket: () => change('ticket', { bought: '0', payment: payment && {} }, returned),
  }
}

export type Desk = ReturnType<typeof useDesk>
