import type { Festival } from '@/lib/settings/types'
import type { TextSection } from '@/lib/translations/rules'
import { FittedType } from '../fitted-type'
import { TextSections } from '../text-pages'
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

/** The way to the shop: an admission ticket with its stub. */
function ShopCard({ festival }: { festival: Festival }) {
  return (
    <div className="poster-admission">
      <div className="poster-admission-body">
        <p>
          <FittedType text={festival.name} />
        </p>
        <p className="mt-4 max-w-md text-lg font-medium">
          {festival.ticketShopUrl
            ? 'Ulaznice se kupuju u internetskoj trgovini. Otvara se u novoj kartici, a ova te stranica čeka.'
            : 'Prodaja preko interneta još nije otvorena. Svrati opet koji dan.'}
        </p>
      </div>
      <div className="poster-admission-stub">
        <p className="poster-type text-8xl">{festival.year}</p>
        {festival.ticketShopUrl ? (
          <a
            href={festival.ticketShopUrl}
            target="_blank"
            rel="noopener"
            className="poster-button bg-ink text-paper"
          >
            Kupi ulaznicu
            <span className="sr-only"> (otvara se u novoj kartici)</span>
          </a>
        ) : (
          <p className="poster-type text-4xl">Uskoro</p>
        )}
      </div>
    </div>
  )
}
