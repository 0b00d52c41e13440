import { formatCents } from '@/lib/cash/rules'
import type { Receipt } from '@/lib/cash/schema'
import { readBox } from '@/lib/guests/desk-box'
import { DESK_MESSAGES, deskOutcome } from '@/lib/guests/rules'
import type {
  BrucosiSearch,
  ChangedGuest,
  Guest,
  NamedFresher,
  SignupChoice,
} from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time/zagreb'

interface Message {
  tone: 'info' | 'error'
  text: string
  more?: string
  /** The call that the network has lost: a search repeats by itself, a change does not. */
  lost?: 'search' | 'change'
}

export interface DeskState {
  /** Text of the JMBAG box: digits, or letters of a name. */
  text: string
  /** The box's text has been searched for: what is typed next starts another search. */
  isSearched: boolean
  searching: boolean
  /** What the search, or else the last change, had to say. */
  message: Message | null
  guest: Guest | null
  /** Name of the seller of the guest's ticket; null if it is not known. */
  soldBy: string | null
  name: string
  surname: string
  choices: SignupChoice[]
  /** Freshers by the name that was searched for. */
  named: NamedFresher[]
  /** Sign-ups with the JMBAG that was searched for, which is on no list. */
  unlisted: SignupChoice[]
  mayAdd: boolean
  saving: 'ticket' | 'names' | 'adding' | null
  /** The dialog in front of the desk. */
  dialog: 'pick' | 'return' | 'sold' | null
  mailedTo: string
  isMailSet: boolean
  /** What was paid with the last sale, where money is counted. */
  payment: Receipt | null
  /** Grows each time the keyboard should move on to what is to be done next. */
  moves: number
}

const NO_RESULT = {
  guest: null,
  soldBy: null,
  name: '',
  surname: '',
  choices: [],
  named: [],
  unlisted: [],
  mayAdd: false,
}

export const EMPTY_DESK: DeskState = {
  ...NO_RESULT,
  text: '',
  isSearched: false,
  searching: false,
  message: null,
  saving: null,
  dialog: null,
  mailedTo: '',
  isMailSet: true,
  payment: null,
  moves: 0,
}

type DeskAction =
  | { type: 'typed'; text: string }
  | { type: 'searching' }
  | { type: 'answered'; found: BrucosiSearch; moveOn: boolean }
  | { type: 'named'; found: NamedFresher[] }
  | { type: 'opened'; guest: Guest; moveOn: boolean }
  | { type: 'searchFailed'; more?: string }
  | { type: 'edited'; field: 'name' | 'surname'; value: string }
  | { type: 'picked'; choice: SignupChoice }
  | { type: 'dialog'; dialog: DeskState['dialog'] }
  | { type: 'saving'; what: NonNullable<DeskState['saving']> }
  | { type: 'saved'; guest: ChangedGuest; sale: boolean }
  | { type: 'added' }
  | { type: 'refused'; text: string; isLost?: boolean }
  | { type: 'isBack' }
  | { type: 'helped'; guest: ChangedGuest }
  | { type: 'shiftOpened' }
  | { type: 'moveOn' }
  | { type: 'next' }

const error = (text: string): Message => ({ tone: 'error', text })
const info = (text: string): Message => ({ tone: 'info', text })

/** Returns what the desk shows after something happened at it. */
export function deskAfter(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case 'typed':
      return afterTyping(state, action.text)
    case 'searching':
      return { ...state, ...NO_RESULT, searching: true, isSearched: true, message: null }
    case 'answered':
      return afterAnswer({ ...state, searching: false }, action)
    case 'named':
      return {
        ...state,
        searching: false,
        named: action.found,
        message:
          action.found.length === 0
            ? error(DESK_MESSAGES.noName)
            : info(DESK_MESSAGES.names(action.found.length)),
      }
    case 'opened': {
      const { guest, moveOn } = action
      const { name, surname } = guest
      const moves = state.moves + (moveOn ? 1 : 0)
      return { ...state, searching: false, guest, name, surname, moves }
    }
    case 'searchFailed': {
      const { more } = action
      const lost = more === undefined ? undefined : ('search' as const)
      const message = { ...error(DESK_MESSAGES.searchFailed), more, lost }
      return { ...state, searching: false, message }
    }
    case 'edited':
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
    case 'added':
      return { ...state, saving: null }
    case 'refused':
      return {
        ...state,
        saving: null,
        dialog: null,
        message: { ...error(action.text), lost: action.isLost ? 'change' : undefined },
      }
    case 'isBack':
      return { ...state, message: info(DESK_MESSAGES.backOnlineRetry) }
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

function afterTyping({ moves }: DeskState, typed: string): DeskState {
  const box = readBox(typed)
  const message =
    box.kind === 'wrong' ? error(box.message) : box.kind === 'unfinished' ? info(box.message) : null
  return { ...EMPTY_DESK, moves, text: box.text, message }
}

function afterAnswer(
  state: DeskState,
  { found, moveOn }: { found: BrucosiSearch; moveOn: boolean },
): DeskState {
  const outcome = deskOutcome(found.guests, found.submissions)
  const isError = outcome.kind === 'none' || outcome.kind === 'no-form'
  const message = outcome.message ? (isError ? error : info)(outcome.message) : null
  if (!('guest' in outcome)) {
    const unlisted = outcome.kind === 'none' ? outcome.unlisted : []
    return { ...state, ...NO_RESULT, message, unlisted, mayAdd: found.mayAdd === '1' }
  }
  const { guest, name, surname, choices } = outcome
  const mustPick = outcome.kind === 'choose'
  return {
    ...state,
    message,
    guest,
    soldBy: found.soldBy,
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
  return { ...now, message: error(DESK_MESSAGES.alreadySold(when)) }
}

/**
 * The student whom a search by name chooses: a single one, and only once somebody pressed for it.
 * While a name is still being typed, the next key would act on a student who was not read.
 */
export const chosenByName = (
  found: NamedFresher[],
  isPressed: boolean,
): NamedFresher | undefined => (isPressed && found.length === 1 ? found[0] : undefined)

/** Says that a ticket was sold, and where its mail went. */
export function soldWords({ mailedTo, isMailSet }: Pick<DeskState, 'mailedTo' | 'isMailSet'>) {
  if (!mailedTo) return DESK_MESSAGES.soldWithoutMail
  return (isMailSet ? DESK_MESSAGES.sold : DESK_MESSAGES.soldUnsent)(mailedTo)
}

/** The change to give back, in cents, where there is any. */
export const backWords = (cents: number | null) =>
  cents !== null && cents > 0 ? `Za vratiti ${formatCents(cents)}` : undefined

/** The guest alone, without what its change had to say. */
function storedOf({ mailedTo: _to, isMailSet: _set, payment: _paid, ...guest }: ChangedGuest) {
  return guest
}
