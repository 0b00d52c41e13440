'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '@/lib/api-client/client'
import { CASH_MESSAGES, changeDue, withTicket } from '@/lib/cash/rules'
import type { CashDesk, OpenShift, Receipt } from '@/lib/cash/schema'
import type { ChangedGuest } from '@/lib/guests/schema'
import type { TypedPayment } from './desk-state'

const DESK_KEY = ['cash', 'desk']
const MINUTE_MS = 60_000

/**
 * Query key of the payment of a guest's ticket. The code tells the ticket apart from a later one of
 * the guest.
 */
export const paymentKey = (guest: TicketHolder | null) => [
  'cash',
  'guests',
  guest?.id ?? 0,
  guest?.confCode ?? null,
]

/** State of the cash desk: the price of a ticket and the seller's cash shift. */
export function useCashDesk(initialDesk: CashDesk) {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: DESK_KEY,
    queryFn: () => api('GET', '/cash/desk'),
    initialData: initialDesk,
    staleTime: MINUTE_MS,
    refetchInterval: MINUTE_MS,
  })
  /** Counter. Increases each time a sale is refused because no cash shift is open. */
  const [shiftRequests, setShiftRequests] = useState(0)
  const reasonField = useRef<HTMLInputElement>(null)
  const isOn = data.on === '1'

  function updateShift(change: (shift: OpenShift | null) => OpenShift | null) {
    // Cancels running reads, whose response may be older than this change.
    void client.cancelQueries({ queryKey: DESK_KEY })
    client.setQueryData<CashDesk>(
      DESK_KEY,
      (desk) => desk && { ...desk, shift: change(desk.shift) },
    )
  }

  return {
    isOn,
    priceCents: data.priceCents,
    shift: data.shift,
    shiftRequests,
    reasonField,
    /**
     * Returns the reason why a sale with this payment is not possible: a free ticket needs a reason
     * (rule 3.19). Otherwise null.
     */
    problem({ way, reason }: TypedPayment) {
      return isOn && way === 'free' && reason.trim() === '' ? CASH_MESSAGES.reasonMissing : null
    },
    /** Returns the payment for a sale or a return; undefined while the cash desk is off. */
    payment({ way, reason }: TypedPayment) {
      if (!isOn) return undefined
      if (way === 'free') return { way, reason }
      return { way, cents: data.priceCents ?? undefined }
    },
    /**
     * Returns the change for the buyer in cents; null for other payment methods than cash, or if no
     * amount was typed.
     */
    changeFor: ({ received }: TypedPayment, { way, cents }: Receipt) =>
      way === 'cash' ? changeDue(received, cents) : null,
    refused(code: string) {
      if (!['no_shift', 'price_changed', 'no_price'].includes(code)) return
      if (code === 'no_shift') {
        updateShift(() => null)
        setShiftRequests((n) => n + 1)
      }
      void client.invalidateQueries({ queryKey: DESK_KEY })
    },
    ticketChanged(guest: ChangedGuest) {
      const { bought, payment } = guest
      if (!payment) return
      if (bought === '1') client.setQueryData(paymentKey(guest), { paid: payment })
      updateShift((shift) => shift && withTicket(shift, guest))
    },
    opened(shift: OpenShift) {
      setShiftRequests(0)
      updateShift(() => shift)
    },
    closed: () => updateShift(() => null),
    reread: () => client.invalidateQueries({ queryKey: DESK_KEY }),
  }
}

export type Till = ReturnType<typeof useCashDesk>

interface TicketHolder {
  id: number
  bought: string
  confCode: string | null
}

/**
 * Reads the payment of a guest's ticket, also while the cash desk is off, because the return of a
 * paid ticket then refunds it too. Null if none is recorded, undefined until it is loaded.
 */
export const useTicketPayment = (guest: TicketHolder | null) =>
  useQuery({
    queryKey: paymentKey(guest),
    queryFn: () => api('GET', '/cash/guests/[id]', { params: { id: guest?.id ?? 0 } }),
    enabled: guest?.bought === '1',
    staleTime: MINUTE_MS,
  }).data?.paid
