import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useCount } from '@/components/admin/desk/shift-dialogs'
import { paymentKey, useTicketPayment } from '@/components/admin/desk/use-till'
import type { Receipt } from '@/lib/cash/schema'

afterEach(() => vi.unstubAllGlobals())

const render = (client: QueryClient, component: ReactElement) =>
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, component))

const ticketOf = (confCode: string) => ({ id: 7, bought: '1', confCode })

function Payment({ ticket }: { ticket: ReturnType<typeof ticketOf> }) {
  return useTicketPayment(ticket)?.number ?? 'not loaded'
}

// Rule 3.20: a return refunds what was paid for this ticket.
describe('the payment that was read for a ticket', () => {
  const client = new QueryClient()
  const paid = { number: '2025-1' } as Receipt
  client.setQueryData(paymentKey(ticketOf('first')), { paid })
  const shown = (confCode: string) =>
    render(client, createElement(Payment, { ticket: ticketOf(confCode) }))

  it('is shown with this ticket, and not with a later ticket of the guest', () => {
    expect(shown('first')).toBe('2025-1')
    expect(shown('second')).toBe('not loaded')
  })
})

type Count = ReturnType<typeof useCount>

/** A dialog without effects, like one that a scanned card has closed. */
function ClosedDialog(props: { onSent: () => void; onRender: (count: Count) => void }) {
  props.onRender(useCount({ shift: { id: 3 }, onSent: props.onSent }))
  return null
}

// Rule 3.22: a cash shift ends with a count.
describe('the count of a cash shift', () => {
  it.each([200, 409])('tells the desk to read the shift again after status %d', async (status) => {
    const body = { detail: 'Smjena je zatvorena.', code: 'shift_closed' }
    vi.stubGlobal('fetch', async () => Response.json(body, { status }))
    const onSent = vi.fn()
    let send: Count['run'] | undefined
    const onRender = ({ run }: Count) => {
      send = run
    }
    render(new QueryClient(), createElement(ClosedDialog, { onSent, onRender }))
    send?.(6_000)
    await vi.waitFor(() => expect(onSent).toHaveBeenCalledTimes(1))
  })
})
