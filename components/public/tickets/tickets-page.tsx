import type { Festival } from '@/lib/settings/types'
import type { TextSection } from '@/lib/translations/rules'
import { FittedType } from '../fitted-type'
import { TextSections } from '../translations/text-sections'
import { ShopCard } from './shop-card'
import { TicketWidget } from './ticket-widget'

interface Props {
  festival: Festival
  sections: TextSection[]
}

/** The way to a ticket: the shop on the page, or the way to it, and what else one must know. */
export function TicketsPage({ festival, sections }: Props) {
  const card = <ShopCard festival={festival} />
  return (
    <div className="poster-column pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="text-signal">
        <FittedType text="Ulaznice" className="poster-headline" />
      </h1>
      <section aria-label="Kupnja ulaznica" className="mt-8">
        {festival.ticketWidget ? (
          <TicketWidget {...festival.ticketWidget} shopUrl={festival.ticketShopUrl}>
            {card}
          </TicketWidget>
        ) : (
          card
        )}
      </section>
      <TextSections sections={sections} className="poster-topics" />
    </div>
  )
}
