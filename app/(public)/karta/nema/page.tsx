import type { Metadata } from 'next'
import { notFound } from 'next/navigation'

export const metadata: Metadata = {
  title: 'Ove karte nema',
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
  alternates: { canonical: null },
}

/** What every address of a ticket shows that there is none of (proxy.ts): the same bytes. */
export default function NoTicketPage() {
  notFound()
}
