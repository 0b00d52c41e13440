import type { deskOutcome } from '@/lib/guests/rules'
import { DESK_MESSAGES } from '@/lib/guests/rules'
import type { ChangedGuest, Guest, SignupChoice } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time'

type Outcome = ReturnType<typeof deskOutcome<Guest, SignupChoice>>

export interface DeskState {
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
  /** Grows each time the keyboard should move on to what is to be done next. */
  moves: number
}

export const EMPTY_DESK: DeskState = {
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
  moves: 0,
}

export type DeskAction =
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
  | { type: 'moveOn' }
  | { type: 'next' }

const nobody = { guest: null, name: '', surname: '', choices: [] }

/** What the desk shows after something happened at it. */
export function deskAfter(state: DeskState, action: DeskAction): DeskState {
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
  const { mailedTo, isMailSet, ...stored } = guest
  const now = { ...state, guest: stored, name: stored.name, surname: stored.surname }
  if (!sale) return { ...now, dialog: null }
  if (mailedTo !== null) return { ...now, dialog: 'sold', mailedTo, isMailSet }
  const when = formatDateTime(stored.boughtTicketTime ?? new Date())
  return { ...now, message: { tone: 'error', text: DESK_MESSAGES.alreadySold(when) } }
}
