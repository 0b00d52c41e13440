import '../poster/tickets.css'
import { isSoldOnline } from '@/lib/festival/rules'
import type { Phase } from '@/lib/phase/rules'
import { formatEuroShort } from '@/lib/price-list/rules'
import type { PublicFestival } from '@/lib/site/types'
import type { TextSection } from '@/lib/translations/rules'
import { NightOver, UntilEnd } from '../by-phase'
import { DoorsOpenTime } from '../doors'
import { FittedType } from '../fitted-type'
import { ExternalLink } from '../new-tab'
import { SalesSticker } from '../sales-sticker'
import { TextSections } from '../text-pages'
import { TicketWidget } from './ticket-widget'

interface Props {
  festival: PublicFestival
  phase: Phase
  sections: TextSection[]
}

/** Page `/ulaznice`: the shop's widget or a link to the shop, and text sections (rule 12.5). */
export function TicketsPage({ festival, phase, sections }: Props) {
  const card = <ShopCard festival={festival} />
  const shop =
    festival.ticketWidget && isSoldOnline(festival.salesState) ? (
      <TicketWidget {...festival.ticketWidget} shopUrl={festival.ticketShopUrl}>
        {card}
      </TicketWidget>
    ) : (
      card
    )
  return (
    <div className="poster-column pt-6 pb-16 lg:pt-10 lg:pb-24">
      <h1 className="text-signal">
        <FittedType text="Ulaznice" className="poster-headline" />
      </h1>
      <section aria-label="Kupnja ulaznica" className="mt-8">
        <UntilEnd phase={phase} times={festival} instead={<NightOver />}>
          <SalesSticker state={festival.salesState} className="poster-sticker-large" />
          {shop}
        </UntilEnd>
      </section>
      <TextSections sections={sections} className="poster-topics" />
    </div>
  )
}

/** Returns the sentence that says where tickets are available, by the state of the ticket sale. */
function offerOf({ salesState, ticketShopUrl }: PublicFestival): string {
  if (salesState === 'sold_out') return 'Sve su ulaznice prodane. Tko svoju ima, vidimo se!'
  if (salesState === 'at_door') return 'Ulaznica još ima na ulazu, dok traju.'
  if (!ticketShopUrl) return 'Prodaja preko interneta još nije otvorena. Svrati opet koji dan.'
  return 'Ulaznice se kupuju u internetskoj trgovini. Otvara se u novoj kartici, a ova te stranica čeka.'
}

/**
 * Link to the shop, drawn as a ticket with its stub: opening time, place and price, if they are
 * set.
 */
function ShopCard({ festival }: { festival: PublicFestival }) {
  const { name, year, opensAt, place, ticketPriceEUR, ticketShopUrl, salesState } = festival
  return (
    <div className="poster-admission">
      <div className="poster-admission-body">
        {(opensAt || place) && (
          <div className="poster-admission-when poster-sentence text-2xl md:text-4xl">
            {opensAt && (
              <p className="uppercase">
                <DoorsOpenTime at={opensAt} />
              </p>
            )}
            {place && <p className="mt-1">{place}</p>}
          </div>
        )}
        <div className="mt-auto">
          <p>
            <FittedType text={name} />
          </p>
          <p className="mt-4 max-w-md text-lg font-medium text-pretty">{offerOf(festival)}</p>
        </div>
      </div>
      <div className="poster-admission-stub">
        <div>
          {ticketPriceEUR !== null && (
            <p className="poster-price">
              <span className="sr-only">Cijena ulaznice: </span>
              {formatEuroShort(ticketPriceEUR)}
            </p>
          )}
          {!(opensAt && ticketPriceEUR !== null) && <p className="poster-type text-8xl">{year}</p>}
        </div>
        {isSoldOnline(salesState) &&
          (ticketShopUrl ? (
            <ExternalLink
              href={ticketShopUrl}
              className="poster-button bg-ink text-center text-paper"
            >
              Kupi ulaznicu
            </ExternalLink>
          ) : (
            <p className="poster-type text-4xl">Uskoro</p>
          ))}
      </div>
    </div>
  )
}
