import { useCallback, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { Guest } from '@/lib/guests/schema'
import { ApiError, api } from '@/lib/http/client'
import { fullName } from './guest-facts'
import { tally } from './tally'
import { type Override, refusalOf } from './verdict/kinds'
import {
  insideVerdict,
  isOwnLostAdmission,
  learnAdmission,
  patience,
  refusal,
  type Verdict,
  verdict,
} from './verdict/verdict'

/**
 * The Ulaz toggle: lets a guest in, or out after a question. Who came first is read from
 * the server's answer, so the second of two phones is told since when the guest is inside.
 */
export function useAdmission(
  guest: Guest | null,
  onChange: (guest: Guest) => void,
  onVerdict: (verdict: Verdict) => void,
) {
  const [shown, setShown] = useState<Verdict | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const lost = useRef<{ id: number; firstTry: number } | null>(null)

  const show = (next: Verdict) => {
    setShown(next)
    onVerdict(next)
  }

  const put = async (id: number, entered: '0' | '1', override?: Override) => {
    setIsPending(true)
    try {
      const { mailedTo, isMailSet, changed, ...after } = await api('PUT', '/guests/[id]', {
        params: { id },
        body: { entered, ...(override ? { override } : {}) },
        signal: patience(),
      })
      onChange(after)
      return { after, changed }
    } finally {
      setIsPending(false)
    }
  }

  const admit = async (override?: Override) => {
    if (!guest) return
    const asked = Date.now()
    const firstTry = lost.current?.id === guest.id ? lost.current.firstTry : null
    try {
      const { after, changed } = await put(guest.id, '1', override)
      lost.current = null
      if (changed) learnAdmission(after, asked)
      const isAdmitted = changed || isOwnLostAdmission(after, firstTry)
      if (isAdmitted) tally(guest.id, true)
      show(isAdmitted ? verdict('admitted', after) : insideVerdict(after))
    } catch (error) {
      const refused = refusal(error)
      if (refused.kind === 'offline') lost.current = { id: guest.id, firstTry: firstTry ?? asked }
      show({ ...refused, guest })
    }
  }

  const letOut = async () => {
    if (!guest) return
    try {
      await put(guest.id, '0')
      tally(guest.id, false)
      setIsLeaving(false)
      toast.success(`${fullName(guest)}: više nije unutra.`)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.detail : refusal(error).sentence)
    }
  }

  /** Who has no ticket is first refused; letting them in is a second, deliberate press. */
  const toggle = () => {
    if (!guest || isPending) return
    const refused = refusalOf(guest)
    if (guest.entered === '1') setIsLeaving(true)
    else if (refused) show(verdict(refused, guest))
    else void admit()
  }

  return {
    shown,
    hide: useCallback(() => setShown(null), []),
    isPending,
    isLeaving,
    stay: useCallback(() => setIsLeaving(false), []),
    toggle,
    admit,
    letOut,
  }
}
