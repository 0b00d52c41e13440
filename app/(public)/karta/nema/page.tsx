import type { Metadata } from 'next'
import { NotFoundStatus } from '@/components/not-found-status'
import { FittedType } from '@/components/public/fitted-type'
import { RemoveTicket } from '@/components/public/ticket/remove-ticket'
import { SECRET_PAGE_METADATA } from '../../open-page'

export const metadata: Metadata = {
  title: 'Ove karte nema',
  ...SECRET_PAGE_METADATA,
}

/**
 * 404 page of every ticket URL that is not valid (see proxy.ts). Unknown, returned and deleted
 * tickets get the same bytes.
 */
export default function NoTicketPage() {
  return (
    <div className="poster-column grid gap-6 py-10 lg:py-16">
      <NotFoundStatus />
      <h1 className="text-signal">
        <FittedType text="Ove karte nema." className="poster-headline" />
      </h1>
      <p className="max-w-2xl text-xl">
        Poveznica je prepisana s greškom, ili je karta vraćena i više ne vrijedi. Otvori je iz
        najnovijeg maila s kartom. Ako ga nemaš, poslat ćemo ti novi.
      </p>
      <p>
        <a href="/karta" className="poster-button bg-signal text-ink">
          Nađi moju kartu
        </a>
      </p>
      <RemoveTicket />
    </div>
  )
}
