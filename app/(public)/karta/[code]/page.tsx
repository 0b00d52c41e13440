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

/**
 * The URL contains the ticket code, which is a secret. This metadata keeps it from search engines
 * and other sites.
 */
export const metadata: Metadata = {
  title: 'Moja ulaznica',
  description: 'Karta za ulaz: QR kod, vrata i mjesto.',
  ...SECRET_PAGE_METADATA,
}

/**
 * Next.js waits for the ticket before it sends the page. A page that is sent in parts needs
 * JavaScript on the phone to assemble them.
 */
export const instant = false

/**
 * Ticket page of a guest. It is available before the site is live (rule 1.4), because tickets are
 * mailed earlier. For an unknown ticket code proxy.ts responds with 404.
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
