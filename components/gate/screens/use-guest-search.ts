import { useCallback, useEffect, useState } from 'react'
import {
  ENTRY_SHOWN_AT_MOST,
  isAlmostCode,
  isSearchable,
  isWholeJmbag,
  readConfirmationCode,
} from '@/lib/guests/rules'
import { withoutInvisible } from '@/lib/text/clean'
import { useGate } from './use-gate'

/** Delay of a search after the last key, in ms (rule 14.1). */
const DEBOUNCE_MS = 1_000
/** Delay in ms before a search that could not ask the server is repeated. */
const RETRY_DELAY_MS = 2_000

/**
 * Whether a text is an incomplete JMBAG, which finds no guest. Any text of digits counts as a
 * JMBAG.
 */
const isPartOfJmbag = (text: string) => /^\d+$/.test(text) && !isWholeJmbag(text)

/**
 * Ids of the found guests, or the failure of a search. `isOffline` is true for a code that is missing
 * from the roster, if the server could not be asked about it.
 */
type Found = { text: string; list: number | null } & (
  | { ids: number[]; isOffline?: boolean; hasFailed?: false }
  | { ids?: undefined; isOffline?: undefined; hasFailed: true }
)

/**
 * Searches guests: names and whole codes in the roster of the phone, a whole JMBAG on the server,
 * because the roster has no JMBAG (rule 6.16). Asks the server also about a code that is missing
 * from the roster. The found guests show later changes of the roster.
 */
export function useGuestSearch() {
  const { gate, state } = useGate()
  const [text, setText] = useState('')
  const [chosen, setList] = useState<number | null>(null)
  // A deleted list is no longer in the selector, so it must not filter.
  const list = chosen !== null && gate.device.roster?.lists.has(chosen) ? chosen : null
  const [debounced, setDebounced] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [tries, setTries] = useState(0)
  const [reads, setReads] = useState(0)
  const code = readConfirmationCode(text)
  const isCode = code !== null
  const typed = withoutInvisible(text).trim()
  // Removes spaces from a copied JMBAG.
  const trimmed = code ?? (/^[\d\s]+$/.test(typed) ? typed.replace(/\s/g, '') : typed)
  const sought = isCode ? trimmed : debounced
  const isOn = [trimmed, sought].every((text) => isSearchable(text) && !isPartOfJmbag(text))
  const isReady = state.guests !== null
  const { guests: size } = state
  const isJmbag = isWholeJmbag(sought)
  const needsSignIn = isOn && isJmbag && !state.me?.device.isStaff

  useEffect(() => {
    const timer = setTimeout(() => setDebounced(trimmed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [trimmed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry or a changed roster repeats the search
  useEffect(() => {
    if (!isOn || !isReady || needsSignIn) return
    const asked = { text: sought, list }
    const controller = new AbortController()
    const show = (ids: number[]) => !controller.signal.aborted && setFound({ ...asked, ids })
    let again: ReturnType<typeof setTimeout>
    const fail = (failed: Found) => {
      if (controller.signal.aborted) return
      setFound(failed)
      again = setTimeout(() => setTries((n) => n + 1), RETRY_DELAY_MS)
    }
    if (isCode)
      gate.guestByCode(sought).then(
        (guest) => show(guest ? [guest.id] : []),
        () => fail({ ...asked, ids: [], isOffline: true }),
      )
    else if (isJmbag)
      listByJmbag(sought, controller.signal).then(
        (ids) => show(ids.filter((id) => list === null || gate.device.guest(id)?.list === list)),
        () => fail({ ...asked, hasFailed: true }),
      )
    else show(gate.device.search(sought, list, ENTRY_SHOWN_AT_MOST).map(({ id }) => id))
    return () => {
      controller.abort()
      clearTimeout(again)
    }
  }, [gate, sought, list, isOn, isReady, isCode, isJmbag, needsSignIn, tries, size])

  const shown = isOn && !needsSignIn ? found : null
  const isStale = shown?.text !== trimmed || shown.list !== list
  return {
    text,
    setText,
    list,
    setList,
    /** Whole confirmation code in the text; null for other text. */
    code,
    isCode,
    isStale,
    isOn,
    needsSignIn,
    reads,
    /**
     * Whether the text is nearly a confirmation code, such as a damaged one. A name is never nearly
     * a code.
     */
    isAlmost: isAlmostCode(text),
    /** Replaces the search text by a text that a hand scanner has read. */
    read: useCallback((scanned: string) => {
      setText(scanned)
      setDebounced(scanned.trim())
      setReads((n) => n + 1)
    }, []),
    /** Searches immediately when the user presses Enter, also again for the same text. */
    searchNow: () => {
      setDebounced(trimmed)
      setTries((n) => n + 1)
    },
    /** Whether the search has ended without finding a guest. */
    hasNoResult: !isStale && shown?.ids?.length === 0,
    guests: shown?.ids?.map((id) => gate.device.guest(id)).filter((guest) => guest !== null),
    hasFailed: Boolean(shown?.hasFailed) && !isStale,
    /** Whether the code is missing from the roster, and the server could not be asked about it. */
    isOffline: Boolean(shown?.isOffline) && !isStale,
  }
}

async function listByJmbag(jmbag: string, signal: AbortSignal): Promise<number[]> {
  const query = new URLSearchParams({
    search: jmbag,
    search_fields: 'jmbag',
    limit: String(ENTRY_SHOWN_AT_MOST),
    total: '0',
  })
  const response = await fetch(`/api/guests/?${query}`, { signal })
  if (!response.ok) throw new Error(`the server returned ${response.status}`)
  return ((await response.json()) as { id: number }[]).map(({ id }) => id)
}
