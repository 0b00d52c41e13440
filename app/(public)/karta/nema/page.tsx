import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { NAMED_NOWHERE } from '../../open-page'

export const metadata: Metadata = {
  title: 'Ove karte nema',
  ...NAMED_NOWHERE,
}

/** What every address of a ticket shows that there is none of (proxy.ts): the same bytes. */
export default function NoTicketPage() {
  notFound()
}
