import type { Metadata } from 'next'
import { LostTicketPage } from '@/components/public/ticket/lost-ticket-page'
import { getFestival } from '@/lib/site/festival'

export const metadata: Metadata = {
  title: 'Moja ulaznica',
  description: 'Karte otvorene na ovom mobitelu i put do izgubljene karte.',
  alternates: { canonical: '/karta' },
}

/** The tickets of this phone, and the way to a lost one. Opens before the site is live too. */
export default async function KartePage() {
  return <LostTicketPage festival={await getFestival()} />
}
