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

/** The search waits this long after the last letter (rule 14.1), in ms. */
const DEBOUNCE = 1_000
/** Between two tries while the server cannot be reached, in ms. */
const TRY_AGAIN = 2_000

/** Digits are a JMBAG, which finds no guest until it is complete. */
const isPartOfJmbag = (text: string) => /^\d+$/.test(text) && !isWholeJmbag(text)

/** The result of a search, or that it failed. */
type Found = { text: string; list: number | null } & (
  | { ids: number[]; hasFailed?: false }
  | { ids?: undefined; hasFailed: true }
)

/**
 * Searches guests: names and whole codes on the phone, a whole JMBAG on the server, because the phone does
 * not have it. Reads the found guests again with every change of the gate.
 */
export function useGuestSearch() {
  const { gate, state } = useGate()
  const [text, setText] = useState('')
  const [list, setList] = useState<number | null>(null)
  const [settled, setSettled] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [tries, setTries] = useState(0)
  const [reads, setReads] = useState(0)
  const code = readConfirmationCode(text)
  const isCode = code !== null
  const typed = withoutInvisible(text).trim()
  // A JMBAG that was copied with spaces.
  const trimmed = code ?? (/^[\d\s]+$/.test(typed) ? typed.replace(/\s/g, '') : typed)
  const sought = isCode ? trimmed : settled
  const isOn = [trimmed, sought].every((text) => isSearchable(text) && !isPartOfJmbag(text))
  const isReady = state.guests !== null
  const { guests: size } = state
  const isJmbag = isWholeJmbag(sought)
  const needsSignIn = isOn && isJmbag && !state.me?.device.isStaff

  useEffect(() => {
    const timer = setTimeout(() => setSettled(trimmed), DEBOUNCE)
    return () => clearTimeout(timer)
  }, [trimmed])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try, and a guest who came or went, look anew
  useEffect(() => {
    if (!isOn || !isReady || needsSignIn) return
    const asked = { text: sought, list }
    const late = new AbortController()
    const show = (ids: number[]) => !late.signal.aborted && setFound({ ...asked, ids })
    let again: ReturnType<typeof setTimeout>
    if (isCode) void gate.device.guestByCode(sought).then((guest) => show(guest ? [guest.id] : []))
    else if (isJmbag)
      listByJmbag(sought, late.signal).then(
        (ids) => show(ids.filter((id) => list === null || gate.device.guest(id)?.list === list)),
        () => {
          if (late.signal.aborted) return
          setFound({ ...asked, hasFailed: true })
          again = setTimeout(() => setTries((n) => n + 1), TRY_AGAIN)
        },
      )
    else show(gate.device.search(sought, list, ENTRY_SHOWN_AT_MOST).map(({ id }) => id))
    return () => {
      late.abort()
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
    isCode,
    isStale,
    isOn,
    needsSignIn,
    reads,
    /** Whether the text is nearly a code. No name is. */
    isAlmost: isAlmostCode(text),
    /** Replaces the text by one that a hand scanner has read. */
    read: useCallback((scanned: string) => {
      setText(scanned)
      setSettled(scanned.trim())
      setReads((n) => n + 1)
    }, []),
    /** Enter: looks at once, also again for the same text. */
    seek: () => {
      setSettled(trimmed)
      setTries((n) => n + 1)
    },
    /** The search has ended, and found no guest. */
    isNobody: !isStale && shown?.ids?.length === 0,
    guests: shown?.ids?.map((id) => gate.device.guest(id)).filter((guest) => guest !== null),
    hasFailed: Boolean(shown?.hasFailed) && !isStale,
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
  if (!response.ok) throw new Error(`the server answered ${response.status}`)
  return ((await response.json()) as { id: number }[]).map(({ id }) => id)
}
