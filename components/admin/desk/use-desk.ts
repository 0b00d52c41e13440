'use client'

import { useEffect, useReducer, useRef } from 'react'
import { toast } from 'sonner'
import { ApiError, api } from '@/lib/api-client/client'
import { describeReturn } from '@/lib/cash/rules'
import type { PaymentInput } from '@/lib/cash/schema'
import { readBox } from '@/lib/guests/desk-box'
import { canBuy, DESK_MESSAGES, GUEST_MESSAGES } from '@/lib/guests/rules'
import type { ChangedGuest, NamedFresher, SignupChoice } from '@/lib/guests/schema'
import {
  chosenByName,
  type DeskChange,
  deskReducer,
  EMPTY_DESK,
  type TypedPayment,
} from './desk-state'
import { whenReachable } from './when-reachable'

/** Delay in ms between the last key and the search (rule 14.1). */
const DEBOUNCE_MS = 1000

/**
 * Time in ms after a choice in which Enter and Space are ignored, because the seller has not read
 * the name yet.
 */
const IGNORED_AFTER_CHOICE_MS = 400

const detailOf = (error: unknown) =>
  error instanceof ApiError ? error.detail : GUEST_MESSAGES.unknownError

/**
 * Returns the error with the stored names of a conflict, which the seller cannot see otherwise. The
 * ticket of a conflict is shown.
 */
function errorMessageOf(error: unknown, kind: DeskChange): string {
  if (kind === 'return' || !(error instanceof ApiError && error.code === 'changed_meanwhile'))
    return detailOf(error)
  return [error.detail, ...Object.values(error.fields).flat()].join(' ')
}

const isLost = (error: unknown) => error instanceof ApiError && error.status === 0

/** Functions of the cash desk that the ticket desk uses. */
interface DeskTill {
  /** Returns the reason why the ticket cannot be sold with this payment; null if it can. */
  problem: (typed: TypedPayment) => string | null
  payment: (typed: TypedPayment) => Partial<PaymentInput> | undefined
  ticketChanged: (guest: ChangedGuest) => void
  refused: (code: string) => void
}

/**
 * A search of the desk: by digits of a JMBAG, by name, or by the id of a guest that was found by
 * name.
 */
type SearchTarget = { jmbag: string } | { name: string } | { guest: number }

interface SearchOptions {
  /** Whether the focus moves to the next step with the student after the search. */
  moveOn: boolean
  /** Whether the user chose the student, instead of only typing a search. */
  isChoice?: boolean
}

/** Whether the freshers' list has a guest with this JMBAG; true if that cannot be read. */
const isFresher = (jmbag: string) =>
  api('GET', '/guests/search-brucosi', { query: { jmbag } }).then(
    ({ guests }) => guests.length > 0,
    () => true,
  )

/** State and actions of the ticket desk. */
export function useDesk(till: DeskTill) {
  const [state, dispatch] = useReducer(deskReducer, EMPTY_DESK)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Number of the newest search. Responses to older searches are ignored. */
  const newestSearch = useRef(0)
  const lastSearch = useRef<{ target: SearchTarget; options: SearchOptions }>(undefined)
  const chosenAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => () => clearTimeout(timer.current), [])

  function cancelSearch() {
    clearTimeout(timer.current)
    return ++newestSearch.current
  }

  async function search(target: SearchTarget, options: SearchOptions) {
    const searchId = cancelSearch()
    lastSearch.current = { target, options }
    dispatch({ type: 'searching' })
    try {
      const showResult = await requestSearch(target, options)
      if (searchId !== newestSearch.current) return
      if (options.isChoice) chosenAt.current = performance.now()
      showResult()
    } catch (error) {
      if (searchId !== newestSearch.current) return
      dispatch({ type: 'searchFailed', more: isLost(error) ? detailOf(error) : undefined })
    }
  }

  /** Sends the search, and returns a function that shows the response. */
  async function requestSearch(
    target: SearchTarget,
    { moveOn }: SearchOptions,
  ): Promise<() => void> {
    if ('jmbag' in target) {
      const found = await api('GET', '/guests/search-brucosi', { query: target })
      return () => dispatch({ type: 'searched', found, moveOn })
    }
    if ('name' in target) {
      const { rows } = await api('GET', '/guests/freshers-by-name', { query: target })
      const only = chosenByName(rows, moveOn)
      if (only) return () => choose(only, { moveOn, isChoice: true })
      return () => dispatch({ type: 'named', found: rows })
    }
    const guest = await api('GET', '/guests/[id]', { params: { id: target.guest } })
    return () => dispatch({ type: 'opened', guest, moveOn })
  }

  function choose({ jmbag, guest }: NamedFresher, options: SearchOptions) {
    if (jmbag) return search({ jmbag }, options)
    if (guest !== null) return search({ guest }, options)
  }

  function searchText(text: string, options: SearchOptions) {
    const box = readBox(text)
    if (box.kind === 'jmbag') return search({ jmbag: box.text }, options)
    if (box.kind === 'name') return search({ name: box.text.trim() }, options)
  }

  function type(typed: string, isAnother = false) {
    const { text } = readBox(typed)
    if ((text === state.text && !isAnother) || state.saving) return
    cancelSearch()
    dispatch({ type: 'typed', text })
    if (text) timer.current = setTimeout(() => searchText(text, { moveOn: false }), DEBOUNCE_MS)
  }

  function searchAtOnce(text: string, options: SearchOptions) {
    cancelSearch()
    dispatch({ type: 'typed', text })
    return searchText(text, options)
  }

  /** Searches without delay for a JMBAG that a scanner typed and ended with Enter. */
  const scan = (digits: string) => searchAtOnce(digits, { moveOn: true })

  /** Searches for the JMBAG in the URL of the page. The focus stays in the search box. */
  const open = (text: string) => searchAtOnce(readBox(text).text, { moveOn: false })

  /**
   * Handles Enter in the search box: goes to the next step with the student shown, or searches
   * without delay.
   */
  function enter() {
    if (state.saving) return
    const { guest, choices, named } = state
    if (!guest) {
      // A scanner may send two Enters. The second does not search again.
      const isAlreadySearching = state.searching && lastSearch.current?.options.moveOn
      const only = chosenByName(named, true)
      if (only) return choose(only, { moveOn: true, isChoice: true })
      if (isAlreadySearching || named.length > 0) return
      return searchText(state.text, { moveOn: true })
    }
    if (guest.bought === '1') return next()
    const isUndecided = choices.length > 0 && !canBuy(state)
    dispatch(isUndecided ? { type: 'dialog', dialog: 'pick' } : { type: 'moveOn' })
  }

  async function change(
    kind: DeskChange,
    body: object,
    successMessage?: (guest: ChangedGuest) => string | undefined,
  ) {
    if (!state.guest || state.saving) return
    dispatch({ type: 'saving', what: kind === 'names' ? 'names' : 'ticket' })
    try {
      const guest = await api('PUT', '/guests/[id]', { params: { id: state.guest.id }, body })
      till.ticketChanged(guest)
      dispatch({ type: 'saved', guest, kind })
      const message = successMessage?.(guest)
      if (message) toast.success(message)
    } catch (error) {
      dispatch({ type: 'refused', text: errorMessageOf(error, kind), isLost: isLost(error) })
      if (!(error instanceof ApiError)) return
      till.refused(error.code)
      if (error.code === 'changed_meanwhile') await reread(state.guest.id, kind)
    }
  }

  /** Reads the guest again after a conflict. The typed names stay. */
  async function reread(id: number, kind: DeskChange) {
    const guest = await api('GET', '/guests/[id]', { params: { id } }).catch(() => null)
    if (guest) dispatch({ type: 'reread', guest, kind })
  }

  /** Adds a student who signed up to the freshers' list, and then searches for the student. */
  async function add({ id, jmbag }: SignupChoice) {
    if (state.saving) return
    dispatch({ type: 'saving', what: 'adding' })
    try {
      await api('POST', '/guests/add-signed-up', { body: { signup: id } })
      toast.success('Student je dodan na popis.')
    } catch (error) {
      // Another user has already added the student, unless the JMBAG is on another list.
      const isAdded =
        error instanceof ApiError && error.code === 'jmbag_taken' && (await isFresher(jmbag))
      if (!isAdded)
        return dispatch({ type: 'refused', text: detailOf(error), isLost: isLost(error) })
    }
    dispatch({ type: 'added' })
    return search({ jmbag }, { moveOn: true, isChoice: true })
  }

  const { guest } = state

  /** The names that differ from the stored ones, with the stored ones for the conflict check. */
  function changedNames() {
    const changed = guest
      ? (['name', 'surname'] as const).filter((field) => state[field] !== guest[field])
      : []
    const from = (values: { name: string; surname: string }) =>
      Object.fromEntries(changed.map((field) => [field, values[field]]))
    return { ...from(state), seen: guest ? from(guest) : {} }
  }

  const payment = guest ? till.payment(state.typedPayment) : undefined

  function sell() {
    const problem = canBuy(state) ? till.problem(state.typedPayment) : GUEST_MESSAGES.nameMissing
    if (!problem) return change('sale', { ...changedNames(), bought: '1', payment })
    dispatch({ type: 'refused', text: problem })
    dispatch({ type: 'moveOn' })
  }

  function next() {
    if (state.saving) return
    cancelSearch()
    dispatch({ type: 'next' })
  }

  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })
  const lost = state.message?.lost
  useEffect(() => {
    if (!lost) return
    return whenReachable(() => {
      // A change, such as a sale, is not repeated automatically: the student may have left.
      if (lost === 'change' || !lastSearch.current) return dispatch({ type: 'backOnline' })
      toast.success(DESK_MESSAGES.backOnline)
      const { target, options } = lastSearch.current
      void latest.current(target, options)
    })
  }, [lost])

  return {
    state,
    dispatch,
    type,
    scan,
    open,
    enter,
    sell,
    next,
    add,
    choose: (found: NamedFresher) => choose(found, { moveOn: true, isChoice: true }),
    pick(choice: SignupChoice) {
      chosenAt.current = performance.now()
      dispatch({ type: 'picked', choice })
    },
    /**
     * Whether the last choice was so recent that an Enter or a Space is not meant for its student.
     */
    isJustChosen: () => performance.now() - chosenAt.current < IGNORED_AFTER_CHOICE_MS,
    searchNow: () => searchText(state.text, { moveOn: true }),
    saveNames: () => change('names', changedNames(), () => 'Ime i prezime su spremljeni.'),
    returnTicket() {
      const ticket = guest?.confCode ?? undefined
      return change('return', { bought: '0', ticket, payment: payment && {} }, (returned) =>
        returned.changed ? describeReturn(returned.payment) : undefined,
      )
    },
  }
}

export type Desk = ReturnType<typeof useDesk>
