import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { paymentKey, useTicketPayment } from '@/components/admin/desk/use-till'
import type { Receipt } from '@/lib/cash/schema'

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
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client },
        createElement(Payment, { ticket: ticketOf(confCode) }),
      ),
    )

  it('is shown with this ticket, and not with a later ticket of the guest', () => {
    expect(shown('first')).toBe('2025-1')
    expect(shown('second')).toBe('not loaded')
  })
})
