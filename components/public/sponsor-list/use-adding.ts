'use client'

import { useRef, useState } from 'react'
import type { AddedSponsorGuests } from '@/lib/sponsors/list-schema'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import { readPaste } from '@/lib/sponsors/paste-rules'
import type { Outcome } from './outcome-note'
import { useOnce } from './use-once'
import { type NewGuest, type OwnList, refusalOf } from './use-sponsor-list'

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

  function type(text: string) {
    typed.current = text
    setName(text)
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
        await own.add({ name: sent, email: null })
        isStored = true
        // What was typed on meanwhile stays.
        if (typed.current === sent) type('')
      } catch (error) {
        setOutcome({ stored: 0, left: [], refusal: refusalOf(error, addFailed) })
      }
    })
    return isStored
  }

  const addMany = (guests: NewGuest[]) =>
    once(async () => {
      setOutcome(null)
      try {
        setOutcome(toOutcome(await own.addMany(guests)))
        setPasted(null)
      } catch (error) {
        setOutcome({ stored: 0, left: [], refusal: refusalOf(error, addFailed) })
      }
    })

  function close() {
    setPasted(null)
    setBack(true)
  }

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
    /** Names that stand in the fields and on no list. */
    unsaved:
      pasted !== null
        ? readPaste(pasted).map((guest) => guest.name)
        : name.trim() === ''
          ? []
          : [name.trim()],
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
