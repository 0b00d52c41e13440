'use client'

import { useRef, useState } from 'react'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { AddedSponsorGuests } from '@/lib/sponsors/own-list-schema'
import { foldName, readPaste } from '@/lib/sponsors/rules'
import type { Left, Outcome } from './outcome-note'
import { useOnce } from './use-once'
import { isAnswer, type NewGuest, type OwnList, type Refusal, refusalOf } from './use-sponsor-list'

const WHY = {
  list_closed: 'popis je u međuvremenu zatvoren',
  list_full: 'popis je pun',
  same_name: 'već je na popisu',
}

const { addFailed, closed, full } = SPONSOR_LIST_MESSAGES

/** What the sponsor is typing or has pasted, and what came of adding it; nothing typed is lost. */
export function useAdding(own: OwnList) {
  const [name, setName] = useState('')
  const typed = useRef(name)
  const [pasted, setPasted] = useState<string | null>(null)
  const [isBack, setBack] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { isBusy, once } = useOnce()
  /** A name whose adding had no answer: it may be on the list, and must not get there twice. */
  const unsure = useRef<string | null>(null)

  function type(text: string) {
    typed.current = text
    setName(text)
  }

  /** Of adding many at once whoever is on the list already is passed over. */
  async function store(fullName: string): Promise<Refusal | undefined> {
    const guest = { name: fullName, email: null }
    if (unsure.current === fullName) return toOutcome(await own.addMany([guest])).refusal
    await own.add(guest)
  }

  async function addOne(): Promise<boolean> {
    const sent = typed.current
    // A blank name is ignored (spec section 5).
    if (sent.trim() === '') return false
    let isStored = false
    await once(async () => {
      setOutcome(null)
      const list = own.whole?.list
      if (list && list.count >= list.guestCap)
        return setOutcome({ stored: 0, left: [], refusal: { sentence: full, code: 'list_full' } })
      try {
        const refusal = await store(sent)
        unsure.current = null
        if (refusal) return setOutcome({ stored: 0, left: [], refusal })
        isStored = true
        // What was typed on meanwhile stays.
        if (typed.current === sent) type('')
      } catch (error) {
        unsure.current = isAnswer(error) ? null : sent
        setOutcome({ stored: 0, left: [], refusal: refusalOf(error, addFailed) })
      }
    })
    return isStored
  }

  const addMany = (guests: NewGuest[], left: Left[]) =>
    once(async () => {
      setOutcome(null)
      try {
        const came = toOutcome(await own.addMany(guests))
        setOutcome({ ...came, left: [...came.left, ...left] })
        setPasted(null)
      } catch (error) {
        setOutcome({ stored: 0, left: [], refusal: refusalOf(error, addFailed) })
      }
    })

  function close() {
    setPasted(null)
    setBack(true)
  }

  const typedNames = pasted === null ? [name.trim()] : readPaste(pasted).map((guest) => guest.name)
  const listed = new Set(own.whole?.guests.map((guest) => foldName(guest.name)))

  return {
    single: { name, onName: type, isBusy, onAdd: addOne, takesFocus: isBack },
    many: { onText: setPasted, isBusy, onAdd: addMany, onClose: close },
    pasted,
    openMany: (text: string) => {
      setOutcome(null)
      setBack(false)
      setPasted(text)
    },
    outcome,
    /** Names that stand in the fields and not on the list. */
    unsaved: typedNames.filter((one) => one !== '' && !listed.has(foldName(one))),
  }
}

function toOutcome({ stored, guests }: AddedSponsorGuests): Outcome {
  const left = guests.flatMap(({ name, reason }) => (reason ? { name, why: WHY[reason] } : []))
  const hasReason = (reason: keyof typeof WHY) => guests.some((guest) => guest.reason === reason)
  if (hasReason('list_closed'))
    return { stored, left, refusal: { sentence: closed, code: 'list_closed' } }
  if (hasReason('list_full'))
    return { stored, left, refusal: { sentence: full, code: 'list_full' } }
  return { stored, left }
}
