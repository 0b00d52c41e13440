import '../poster/home.css'
import type { ReactNode } from 'react'
import { classes } from '@/components/ui/classes'
import { type Artwork, isDefault } from '@/lib/artwork/rules'
import { isSoldOnline, type SalesState } from '@/lib/festival/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import type { Phase } from '@/lib/phase/rules'
import type { PublicFestival } from '@/lib/site/types'
import { formatDate, formatTime } from '@/lib/time/zagreb'
import { UntilEnd } from '../by-phase'
import { CallToActionBanner } from '../call-to-action-banner'
import { DoorsOpenTime } from '../doors'
import { FittedType } from '../fitted-type'
import { PosterPicture } from '../picture'
import { SalesSticker } from '../sales-sticker'
import { Countdown } from './countdown'
import { TurningRecord } from './turning-record'

/**
 * Media condition of the screens where the picture area is higher than three quarters of its width;
 * home.css has the same one. These screens show the upright drawing with the whole vinyl record.
 * The others show the right end of the wide drawing.
 */
const UPRIGHT_SCENE = `((max-aspect-ratio: 53/100) or
  ((max-aspect-ratio: 7/10) and (height >= 55rem)) or
  ((max-aspect-ratio: 9/10) and (height >= 75rem)) or
  ((min-aspect-ratio: 1/1) and (height < 32rem)))`.replace(/\s+/g, ' ')

interface HeroProps {
  festival: PublicFestival
  pictures: Artwork['pictures']
  countdownTo: string | null
  /** Path of the ticket page; missing while visitors cannot open it. */
  ticketsAddress?: string
  /** Sign shown over the picture: the crowd level. */
  children?: ReactNode
}

/**
 * First screen of the home page before the event night: the picture, the name of the festival,
 * time, place and tickets.
 */
export function Hero(props: HeroProps) {
  const { festival, pictures, countdownTo, ticketsAddress, children } = props
  const isDrawn = isDefault(pictures.poster) && isDefault(pictures['poster-tall'])
  return (
    <section className="poster-hero">
      <div className="poster-hero-name">
        <h1>
          <FittedType text={festival.name} className="poster-cutout" />
        </h1>
      </div>
      <div className={classes('poster-scene', isDefault(pictures.poster) && 'poster-scene-drawn')}>
        <PosterPicture
          wide={pictures.poster}
          tall={pictures['poster-tall']}
          tallMedia={UPRIGHT_SCENE}
          alt={
            isDefault(pictures.poster)
              ? 'Mjesec nalik gramofonskoj ploči nad noćnim Zagrebom, ispod njega tramvaj, bend na pozornici i publika podignutih ruku'
              : 'Plakat festivala'
          }
          className="poster-scene-art"
        />
        {isDrawn && countdownTo && <TurningRecord target={countdownTo} />}
        {children}
      </div>
      <div className="poster-hero-text">
        <p className="poster-type poster-slogan text-signal">Noć kojom počinje fakultet</p>
        <div className="poster-hero-time">
          <StartTime target={countdownTo} opensAt={festival.opensAt} />
        </div>
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
    </section>
  )
}

interface WhenProps {
  festival: PublicFestival
  /** Path of the page with directions. */
  placeAddress?: string
  /** Sticker shown next to the place. */
  children?: ReactNode
}

/** Opening time and place of the festival, as far as an admin has set them. */
function WhenAndWhere({ festival: { opensAt, place }, placeAddress, children }: WhenProps) {
  if (!opensAt && !place && !children) return null
  return (
    <div className="poster-when">
      {opensAt && (
        <p className="poster-type">
          <DoorsOpenTime at={opensAt} />
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
  festival: PublicFestival
  pictures: Artwork['pictures']
  /** Introduction, written by the organisers (site text `home.comingsoon`). */
  lead?: string
  phase: Phase
  countdownTo: string | null
}

/**
 * Coming-soon page, which is the home page before the site is live (rule 1.3). Its picture shows a
 * closed stage curtain.
 */
export function ComingSoon({ festival, pictures, lead, phase, countdownTo }: ComingSoonProps) {
  return (
    <section className="poster-curtain">
      <PosterPicture
        wide={pictures['coming-soon']}
        tall={pictures['coming-soon-tall']}
        alt={
          isDefault(pictures['coming-soon'])
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
        <p className="poster-curtain-lead mt-2 -ml-2 w-fit bg-ink px-2 py-1 font-semibold whitespace-pre-line sm:text-lg">
          {lead ?? 'Zastor je još spušten. Svrati opet koji dan.'}
        </p>
      </div>
      <div className="poster-curtain-time">
        <StartTime target={countdownTo} opensAt={festival.opensAt} />
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
  /** Opening time of the festival, which is already shown next to the countdown. */
  opensAt: string | null
}

/** Countdown to the start. Also shows its target as text if that is not the opening time. */
function StartTime({ target, opensAt }: StartProps) {
  if (!target) return null
  return (
    <div className="w-full max-w-md sm:w-fit sm:max-w-none">
      <Countdown target={target}>
        {target !== opensAt && (
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

/** Banner with a link to the sign-up of first-year students. */
export const SignupCall = ({ address }: { address: string }) => (
  <CallToActionBanner
    title="Brucoš si?"
    size="text-[min(4.5rem,21vw)] md:text-9xl"
    text="Upiši se na popis prije nego što dođeš po kartu. Treba ti JMBAG, studentska adresa i minuta vremena."
    address={address}
    action="Prijavi se"
  />
)

/** Introduction of the home page, written by the organisers (site text `home.lead`). */
export function Lead({ children }: { children: string }) {
  return (
    <p className="poster-column poster-sentence pt-16 text-4xl text-pretty whitespace-pre-line md:text-6xl lg:pt-24">
      {children}
    </p>
  )
}

interface FestivalDataProps {
  festival: PublicFestival
  /**
   * Start of the festival in ISO 8601. Without it nothing is rendered, since an event needs a date.
   */
  startsAt: string | null
  performers: LineupItem[]
  /** Whether the ticket price may be published. */
  sellsTickets: boolean
}

/** States of the ticket sale as schema.org availabilities. */
const AVAILABILITIES: Record<SalesState, string> = {
  open: 'InStock',
  last: 'LimitedAvailability',
  sold_out: 'SoldOut',
  at_door: 'InStoreOnly',
}

/** Structured data for search engines: the festival as a schema.org event. */
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
          // Rule 1.19: the shop is named only while it sells tickets.
          url: (isSoldOnline(festival.salesState) && festival.ticketShopUrl) || festival.publicUrl,
        },
      }),
    performer: performers.map(({ name }) => ({ '@type': 'MusicGroup', name })),
  }
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
