import type { Metadata } from 'next'
import { LostTicketPage } from '@/components/public/ticket/lost-ticket-page'
import { getFestival } from '@/lib/site/festival'

export const metadata: Metadata = {
  title: 'Moja ulaznica',
  description: 'Karte otvorene na ovom mobitelu i put do izgubljene karte.',
  alternates: { canonical: '/karta' },
}

/**
 * Page with the tickets that are saved on this phone and the form for a lost ticket. It is
 * available before the site is live (rule 1.4).
 */
export default async function KartePage() {
  return <LostTicketPage festival={await getFestival()} />
}
