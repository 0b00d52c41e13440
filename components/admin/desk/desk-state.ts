import { formatCents, type PaymentMethod } from '@/lib/cash/rules'
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
  /**
   * Kind of request that failed without a connection. A search is repeated automatically, a change
   * is not.
   */
  lost?: 'search' | 'change'
}

/** Payment of a student, as selected and typed at the desk. */
export interface TypedPayment {
  way: PaymentMethod
  reason: string
  received: string
}

export interface DeskState {
  /** Text of the JMBAG box: digits, or letters of a name. */
  text: string
  /**
   * Whether the text of the box was searched. The next typed character then starts a new search.
   */
  isSearched: boolean
  searching: boolean
  /** Message of the search, or else of the last change. */
  message: Message | null
  guest: Guest | null
  /** Name of the seller of the guest's ticket; null if it is not known. */
  soldBy: string | null
  name: string
  surname: string
  choices: SignupChoice[]
  typedPayment: TypedPayment
  /** Freshers found by the searched name. */
  named: NamedFresher[]
  /** Sign-ups with the searched JMBAG, which is on no guest list. */
  unlisted: SignupChoice[]
  mayAdd: boolean
  saving: 'ticket' | 'names' | 'adding' | null
  /** The open dialog of the desk; null if none is open. */
  dialog: 'pick' | 'return' | 'sold' | null
  mailedTo: string
  isMailSet: boolean
  /**
   * Payment recorded by the last sale or return; null if none was recorded, as when the cash desk
   * is off.
   */
  payment: Receipt | null
  /** Counter. Each increase moves the focus to the field or button of the next step. */
  moves: number
}

/** Payment of every student who is shown, also of one who comes again: cash is preselected. */
const DEFAULT_PAYMENT: TypedPayment = { way: 'cash', reason: '', received: '' }

const NO_RESULT = {
  guest: null,
  soldBy: null,
  name: '',
  surname: '',
  choices: [],
  typedPayment: DEFAULT_PAYMENT,
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

/** A change of the student at the desk. */
export type DeskChange = 'sale' | 'return' | 'names'

export type DeskAction =
  | { type: 'typed'; text: string }
  | { type: 'searching' }
  | { type: 'searched'; found: BrucosiSearch; moveOn: boolean }
  | { type: 'named'; found: NamedFresher[] }
  | { type: 'opened'; guest: Guest; moveOn: boolean }
  | { type: 'searchFailed'; more?: string }
  | { type: 'edited'; field: 'name' | 'surname'; value: string }
  | { type: 'picked'; choice: SignupChoice }
  | { type: 'paying'; change: Partial<TypedPayment> }
  | { type: 'dialog'; dialog: DeskState['dialog'] }
  | { type: 'saving'; what: NonNullable<DeskState['saving']> }
  | { type: 'saved'; guest: ChangedGuest; kind: DeskChange }
  | { type: 'added' }
  | { type: 'refused'; text: string; isLost?: boolean }
  | { type: 'backOnline' }
  | { type: 'helped'; guest: ChangedGuest }
  | { type: 'reread'; guest: Guest; kind: DeskChange }
  | { type: 'shiftOpened' }
  | { type: 'moveOn' }
  | { type: 'next' }

const error = (text: string): Message => ({ tone: 'error', text })
const info = (text: string): Message => ({ tone: 'info', text })

/** Reducer of the desk: returns the state after an action. */
export function deskReducer(state: DeskState, action: DeskAction): DeskState {
  switch (action.type) {
    case 'typed':
      return afterTyping(state, action.text)
    case 'searching':
      return { ...state, ...NO_RESULT, searching: true, isSearched: true, message: null }
    case 'searched':
      return afterSearch({ ...state, searching: false }, action)
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
    case 'paying':
      return { ...state, typedPayment: { ...state.typedPayment, ...action.change } }
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
    case 'backOnline':
      return { ...state, message: info(DESK_MESSAGES.backOnlineRetry) }
    case 'reread':
      return afterReread(state, action)
    case 'helped':
      // The response may arrive after the seller has moved on to another student.
      if (state.guest?.id !== action.guest.id) return state
      return { ...state, guest: toStoredGuest(action.guest) }
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

function afterSearch(
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

/**
 * Shows the guest as stored after a conflict. Typed names stay. If they are the stored ones, the
 * change was stored before, and its response was lost. The message about a return stays: the guest
 * has another ticket, whose seller is not known.
 */
function afterReread(
  state: DeskState,
  { guest, kind }: { guest: Guest; kind: DeskChange },
): DeskState {
  const { guest: before } = state
  if (before?.id !== guest.id) return state
  const name = state.name === before.name ? guest.name : state.name
  const surname = state.surname === before.surname ? guest.surname : state.surname
  const soldBy = guest.confCode === before.confCode ? state.soldBy : null
  const isStored = kind !== 'return' && name === guest.name && surname === guest.surname
  return { ...state, guest, soldBy, name, surname, message: isStored ? null : state.message }
}

/**
 * Shows the guest as stored after a change. A sale or a return that changed nothing was done before:
 * by another seller, or by a request whose response was lost. It is an error that the seller must
 * read, because money is taken and paid back only once.
 */
function afterSave(
  state: DeskState,
  { guest, kind }: { guest: ChangedGuest; kind: DeskChange },
): DeskState {
  const { mailedTo, isMailSet, payment = null } = guest
  const stored = toStoredGuest(guest)
  const now = { ...state, payment, guest: stored, name: stored.name, surname: stored.surname }
  if (kind === 'return' && !guest.changed)
    return { ...now, dialog: null, message: error(DESK_MESSAGES.alreadyReturned) }
  if (kind !== 'sale') return { ...now, dialog: null }
  if (mailedTo !== null) return { ...now, dialog: 'sold', mailedTo, isMailSet }
  const when = formatDateTime(stored.boughtTicketTime ?? new Date())
  return { ...now, message: error(DESK_MESSAGES.alreadySold(when)) }
}

/**
 * Returns the fresher that a search by name selects: the only match, and only if the user pressed
 * Enter or the search button. While the user is still typing, the next key would act on a student
 * whose name was not read.
 */
export const chosenByName = (
  found: NamedFresher[],
  isPressed: boolean,
): NamedFresher | undefined => (isPressed && found.length === 1 ? found[0] : undefined)

/** Whether a reason or the received cash is typed. */
export const hasTypedPayment = ({ reason, received }: TypedPayment) =>
  reason !== '' || received !== ''

/** Returns the Croatian message after a sale, with the address of the ticket mail. */
export function describeSale({ mailedTo, isMailSet }: Pick<DeskState, 'mailedTo' | 'isMailSet'>) {
  if (!mailedTo) return DESK_MESSAGES.soldWithoutMail
  return (isMailSet ? DESK_MESSAGES.sold : DESK_MESSAGES.soldUnsent)(mailedTo)
}

/**
 * Croatian text with the change for the buyer, from an amount in cents; undefined if there is none.
 */
export const changeDueLabel = (cents: number | null) =>
  cents !== null && cents > 0 ? `Za vratiti ${formatCents(cents)}` : undefined

/**
 * Returns the guest without the fields that describe the change, such as the address of the mail.
 */
function toStoredGuest({ mailedTo: _to, isMailSet: _set, payment: _paid, ...guest }: ChangedGuest) {
  return guest
}
