import '../poster/home.css'
import type { ReactNode } from 'react'
import { type Artwork, isShipped } from '@/lib/artwork/rules'
import { isSoldOnline, type SalesState } from '@/lib/festival/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import type { Phase } from '@/lib/phase/rules'
import type { Festival } from '@/lib/settings/types'
import { formatDate, formatTime } from '@/lib/time'
import { UntilEnd } from '../by-phase'
import { CallBand } from '../call-band'
import { Doors } from '../doors'
import { FittedType } from '../fitted-type'
import { PosterPicture } from '../picture'
import { SalesSticker } from '../sales-sticker'
import { Countdown } from './countdown'

interface HeroProps {
  festival: Festival
  pictures: Artwork['pictures']
  countdownTo: string | null
  /** Where tickets are sold, while visitors may go there. */
  ticketsAddress?: string
  /** What hangs in front of the sky. */
  children?: ReactNode
}

/** The poster itself, before the night: the name in front of the crowd, and at the bottom what a poster must say. */
export function Hero(props: HeroProps) {
  const { festival, pictures, countdownTo, ticketsAddress, children } = props
  return (
    <section className="poster-hero">
      <PosterPicture
        wide={pictures.poster}
        tall={pictures['poster-tall']}
        alt={
          isShipped(pictures.poster)
            ? 'Mjesec nalik gramofonskoj ploči nad noćnim Zagrebom, ispod njega tramvaj, bend na pozornici i publika podignutih ruku'
            : 'Plakat festivala'
        }
        className="poster-hero-art"
      />
      <div className="poster-hero-name">
        <h1>
          <FittedType text={festival.name} className="poster-cutout" />
        </h1>
      </div>
      <div className="poster-hero-text">
        <p className="poster-type poster-slogan text-signal">Noć kojom počinje fakultet</p>
        <StartTime
          target={countdownTo}
          doors={festival.opensAt}
          hasRecord={isShipped(pictures.poster) && isShipped(pictures['poster-tall'])}
        />
        <div className="poster-facts">
          <WhenAndWhere festival={festival} placeAddress="/t2">
            {ticketsAddress && <SalesSticker state={festival.salesState} />}
          </WhenAndWhere>
          {ticketsAddress && (
            <a href={ticketsAddress} className="poster-button bg-signal text-ink">
              {isSoldOnline(festival.salesState) ? 'Kupi kartu' : 'Ulaznice'}
            </a>
          )}
        </div>
      </div>
      {children}
    </section>
  )
}

interface WhenProps {
  festival: Festival
  /** Where the way there is told. */
  placeAddress?: string
  /** Pasted beside the place. */
  children?: ReactNode
}

/** When the doors open and where, as far as somebody has said. */
function WhenAndWhere({ festival: { opensAt, place }, placeAddress, children }: WhenProps) {
  if (!opensAt && !place && !children) return null
  return (
    <div className="poster-when">
      {opensAt && (
        <p className="poster-type">
          <Doors at={opensAt} />
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        {place && (
          <p className="font-semibold">
            {placeAddress ? (
              <a href={placeAddress} className="poster-link">
                {place}
              </a>
            ) : (
              place
            )}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

interface ComingSoonProps {
  festival: Festival
  pictures: Artwork['pictures']
  /** The organisers' own words (translation `home.comingsoon`). */
  lead?: string
  phase: Phase
  countdownTo: string | null
}

/** What stands at the address before the site opens: the curtain is still closed. */
export function ComingSoon({ festival, pictures, lead, phase, countdownTo }: ComingSoonProps) {
  return (
    <section className="poster-curtain">
      <PosterPicture
        wide={pictures['coming-soon']}
        tall={pictures['coming-soon-tall']}
        alt={
          isShipped(pictures['coming-soon'])
            ? 'Netko proviruje kroz zatvoreni zastor pozornice i drži gramofonsku ploču'
            : 'Najava festivala'
        }
        className="poster-curtain-art"
      />
      <div className="poster-curtain-name">
        <p className="poster-type poster-edged text-3xl text-signal lg:text-5xl">Uskoro</p>
        <h1 className="mt-3">
          <FittedType text={festival.name} className="poster-cutout" />
        </h1>
        <p className="poster-curtain-lead mt-2 -ml-2 w-fit bg-ink px-2 py-1 font-semibold sm:text-lg">
          {lead ?? 'Zastor je još spušten. Svrati opet koji dan.'}
        </p>
      </div>
      <div className="poster-curtain-time">
        <StartTime target={countdownTo} doors={festival.opensAt} />
        <WhenAndWhere festival={festival} />
        {festival.opensAt && (
          <UntilEnd phase={phase} times={festival}>
            <a
              href="/api/karta/calendar.ics"
              className="poster-button poster-curtain-button bg-signal text-ink"
            >
              Dodaj u kalendar
            </a>
          </UntilEnd>
        )}
      </div>
    </section>
  )
}

interface StartProps {
  target: string | null
  /** When the doors open, which is told beside it. */
  doors: string | null
  /** Whether the poster's record turns with it. */
  hasRecord?: boolean
}

/** When it begins: the countdown, and where it goes elsewhere than to the doors, its end in words. */
function StartTime({ target, doors, hasRecord }: StartProps) {
  if (!target) return null
  return (
    <div className="w-full max-w-md sm:w-fit sm:max-w-none">
      <Countdown target={target} hasRecord={hasRecord}>
        {target !== doors && (
          <p className="poster-start mt-2 -ml-2 w-fit bg-ink px-2 py-1 font-semibold">
            Početak:{' '}
            <time dateTime={target}>
              {formatDate(target)} u {formatTime(target)}
            </time>
          </p>
        )}
      </Countdown>
    </div>
  )
}

/** The way to the pre-registration, as the poster's loudest shape. */
export const SignupCall = ({ address }: { address: string }) => (
  <CallBand
    title="Brucoš si?"
    size="text-[min(4.5rem,21vw)] md:text-9xl"
    words="Upiši se na popis prije nego što dođeš po kartu. Treba ti JMBAG, studentska adresa i minuta vremena."
    address={address}
    action="Prijavi se"
  />
)

/** What the night is about, in the organisers' own words (translation `home.lead`). */
export function Lead({ children }: { children: string }) {
  return (
    <p className="poster-column poster-sentence pt-16 text-4xl text-pretty md:text-6xl lg:pt-24">
      {children}
    </p>
  )
}

interface FestivalDataProps {
  festival: Festival
  /** An ISO instant; without one nothing is said, since an event without a date is none. */
  startsAt: string | null
  performers: LineupItem[]
  /** Whether visitors may know what a ticket costs. */
  sellsTickets: boolean
}

/** The states of the sale in the words of schema.org. */
const AVAILABILITIES: Record<SalesState, string> = {
  open: 'InStock',
  last: 'LimitedAvailability',
  sold_out: 'SoldOut',
  at_door: 'InStoreOnly',
}

/** What search engines read: the festival as an event of schema.org. */
export function FestivalData(props: FestivalDataProps) {
  const { festival, startsAt, performers, sellsTickets } = props
  if (!startsAt) return null
  const data = {
    '@context': 'https://schema.org',
    '@type': 'MusicEvent',
    name: `${festival.name} ${festival.year}`,
    startDate: startsAt,
    ...(festival.closesAt && { endDate: festival.closesAt }),
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    url: festival.publicUrl,
    location: {
      '@type': 'Place',
      name: festival.place || festival.name,
      ...(festival.address && { address: festival.address }),
    },
    ...(sellsTickets &&
      festival.ticketPriceEUR !== null && {
        offers: {
          '@type': 'Offer',
          price: festival.ticketPriceEUR.toFixed(2),
          priceCurrency: 'EUR',
          availability: `https://schema.org/${AVAILABILITIES[festival.salesState]}`,
          url: festival.ticketShopUrl || festival.publicUrl,
        },
      }),
    performer: performers.map(({ name }) => ({ '@type': 'MusicGroup', name })),
  }
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
