'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '@/lib/api-client/client'
import { CASH_MESSAGES, changeDue, type PaymentMethod, withTicket } from '@/lib/cash/rules'
import type { CashDesk, OpenShift, Receipt } from '@/lib/cash/schema'
import type { ChangedGuest } from '@/lib/guests/schema'

/** Payment of a student, as selected and typed at the desk. */
interface Paying {
  way: PaymentMethod
  reason: string
  given: string
}

const AS_USUAL: Paying = { way: 'cash', reason: '', given: '' }

const DESK = ['cash', 'desk']
const paidKey = (guest: number) => ['cash', 'guests', guest]
const MINUTE = 60_000

const DESK_QUERY = {
  queryKey: DESK,
  queryFn: () => api('GET', '/cash/desk'),
  staleTime: MINUTE,
}

/**
 * State of the cash desk: the price of a ticket, the payment of the student, and the seller's cash
 * shift.
 */
export function useCashDesk(atFirst: CashDesk) {
  const client = useQueryClient()
  const { data } = useQuery({ ...DESK_QUERY, initialData: atFirst, refetchInterval: MINUTE })
  const [typed, setTyped] = useState<{ guest: number; paying: Paying } | null>(null)
  /** Counter. Increases each time a sale is refused because no cash shift is open. */
  const [asked, setAsked] = useState(0)
  const reason = useRef<HTMLInputElement>(null)
  const isOn = data.on === '1'

  /** Returns the payment typed for this guest. For another guest it is the default again: cash. */
  const payingOf = (guest: number) => (typed?.guest === guest ? typed.paying : AS_USUAL)

  function know(change: (shift: OpenShift | null) => OpenShift | null) {
    // Cancels running reads, whose response may be older than this change.
    void client.cancelQueries({ queryKey: DESK })
    client.setQueryData<CashDesk>(DESK, (desk) => desk && { ...desk, shift: change(desk.shift) })
  }

  return {
    isOn,
    priceCents: data.priceCents,
    shift: data.shift,
    asked,
    reason,
    payingOf,
    /** Whether a reason or the given cash is typed for this guest. */
    isTyped: (guest: number) => {
      const { reason: why, given } = payingOf(guest)
      return why !== '' || given !== ''
    },
    pay(guest: number, change: Partial<Paying>) {
      setTyped({ guest, paying: { ...payingOf(guest), ...change } })
    },
    /**
     * Returns the reason why this sale is not possible: a free ticket needs a reason (rule 3.19).
     * Otherwise null.
     */
    problem(guest: number) {
      const { way, reason: why } = payingOf(guest)
      return isOn && way === 'free' && why.trim() === '' ? CASH_MESSAGES.reasonMissing : null
    },
    /** Returns the payment for a sale or a return; undefined while the cash desk is off. */
    payment(guest: number) {
      if (!isOn) return undefined
      const { way, reason: why } = payingOf(guest)
      if (way === 'free') return { way, reason: why }
      return { way, cents: data.priceCents ?? undefined }
    },
    /**
     * Returns the change for the buyer in cents; null for other payment methods than cash, or if no
     * amount was typed.
     */
    changeFor: (guest: number, { way, cents }: Receipt) =>
      way === 'cash' ? changeDue(payingOf(guest).given, cents) : null,
    refused(code: string) {
      if (!['no_shift', 'price_changed', 'no_price'].includes(code)) return
      if (code === 'no_shift') {
        know(() => null)
        setAsked((n) => n + 1)
      }
      void client.invalidateQueries({ queryKey: DESK })
    },
    settled(guest: ChangedGuest) {
      const { id, bought, payment } = guest
      if (!payment) return
      client.setQueryData(paidKey(id), { paid: bought === '1' ? payment : null })
      know((shift) => shift && withTicket(shift, guest))
    },
    opened(shift: OpenShift) {
      setAsked(0)
      know(() => shift)
    },
    closed: () => know(() => null),
    reread: () => client.invalidateQueries({ queryKey: DESK }),
  }
}

export type Till = ReturnType<typeof useCashDesk>

interface Ticketed {
  id: number
  bought: string
}

/**
 * Reads the payment of a student's ticket; null if none is recorded, undefined until it is loaded.
 */
export const useTicketPayment = (guest: Ticketed | null, isOn: boolean) =>
  useQuery({
    queryKey: paidKey(guest?.id ?? 0),
    queryFn: () => api('GET', '/cash/guests/[id]', { params: { id: guest?.id ?? 0 } }),
    enabled: isOn && guest?.bought === '1',
    staleTime: MINUTE,
  }).data?.paid

/**
 * Reads outside the desk what a return of the guest's ticket pays back. Null or undefined while
 * the cash desk is off, because no money moves then.
 */
export function useRefund(guest: Ticketed) {
  const { data } = useQuery({ ...DESK_QUERY, enabled: guest.bought === '1' })
  return useTicketPayment(guest, data?.on === '1')
}
