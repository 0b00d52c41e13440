import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { TicketPage } from '@/components/public/ticket/ticket-page'
import { getPhase } from '@/lib/phase/cached'
import { qrPath } from '@/lib/qr/qr'
import { getFestival } from '@/lib/site/festival'
import { readTicket } from '@/lib/tickets/read-ticket'
import { offeredWallets } from '@/lib/wallet/offered'
import { SECRET_PAGE_METADATA } from '../../open-page'

/** The address is the ticket. */
export const metadata: Metadata = {
  title: 'Moja ulaznica',
  description: 'Karta za ulaz: QR kod, vrata i mjesto.',
  ...SECRET_PAGE_METADATA,
}

/** Waits for the ticket: what came in pieces would need scripting to be put together. */
export const instant = false

/**
 * A ticket in its bearer's pocket. It opens before the site is live too, since tickets are
 * mailed earlier. That an address without one is not found, proxy.ts sees to.
 */
export default async function KartaPage({ params }: { params: Promise<{ code: string }> }) {
  await connection()
  const [{ code }, festival, phase] = await Promise.all([params, getFestival(), getPhase()])
  const ticket = await readTicket(code)
  if (!ticket) notFound()
  return (
    <TicketPage
      ticket={ticket}
      festival={festival}
      phase={phase}
      qr={qrPath(ticket.code)}
      wallets={offeredWallets()}
    />
  )
}
