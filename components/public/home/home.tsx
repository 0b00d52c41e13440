import type { ReactNode } from 'react'
import { type Artwork, isShipped } from '@/lib/artwork/rules'
import type { LineupItem } from '@/lib/lineup/schema'
import type { Festival } from '@/lib/settings/types'
import { formatDate, formatTime } from '@/lib/time'
import { FittedType } from '../fitted-type'
import { PosterPicture } from '../picture'
import { Countdown } from './countdown'

interface HeroProps {
  festivalName: string
  pictures: Artwork['pictures']
  countdownTo: string | null
  /** What hangs in front of the sky. */
  children?: ReactNode
}

/** The poster itself: the name stands on the bottom edge, in front of the crowd. */
export function Hero({ festivalName, pictures, countdownTo, children }: HeroProps) {
  return (
    <section className="poster-hero">
      <PosterPicture
        wide={pictures.poster}
        tall={pictures['poster-tall']}
        alt={
          isShipped(pictures.poster)
            ? 'Mjesec nalik gramofonskoj ploči nad noćnim Zagrebom, ispod njega bend na pozornici i publika podignutih ruku'
            : 'Plakat festivala'
        }
        className="poster-hero-art"
      />
      <div className="poster-hero-name">
        <h1>
          <FittedType text={festivalName} className="poster-cutout" />
        </h1>
      </div>
      <div className="poster-hero-text">
        <p className="poster-type poster-slogan text-signal">Noć kojom počinje fakultet</p>
        <StartTime target={countdownTo} />
      </div>
      {children}
    </section>
  )
}

interface ComingSoonProps {
  festivalName: string
  pictures: Artwork['pictures']
  /** The organisers' own words (translation `home.comingsoon`). */
  lead?: string
  countdownTo: string | null
}

/** What stands at the address before the site opens: the curtain is still closed. */
export function ComingSoon({ festivalName, pictures, lead, countdownTo }: ComingSoonProps) {
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
          <FittedType text={festivalName} className="poster-cutout" />
        </h1>
        <p className="mt-2 -ml-2 w-fit max-w-sm bg-ink px-2 py-1 font-semibold sm:text-lg">
          {lead ?? 'Zastor je još spušten. Svrati opet koji dan.'}
        </p>
      </div>
      <div className="poster-curtain-time">
        <StartTime target={countdownTo} />
      </div>
    </section>
  )
}

/** When it begins: the countdown, and the day and hour in words for who reads no script. */
function StartTime({ target }: { target: string | null }) {
  if (!target) return null
  return (
    <div className="w-full max-w-md sm:w-fit sm:max-w-none">
      <Countdown target={target}>
        <p className="mt-2 -ml-2 w-fit bg-ink px-2 py-1 font-semibold">
          Početak:{' '}
          <time dateTime={target}>
            {formatDate(target)} u {formatTime(target)}
          </time>
        </p>
      </Countdown>
    </div>
  )
}

/** The way to the pre-registration, as the poster's loudest shape. */
export function SignupCall({ address }: { address: string }) {
  return (
    <section className="poster-band">
      <div className="poster-column flex flex-col items-start gap-6 md:flex-row md:items-end md:justify-between">
        <div>
          <h2 className="poster-type text-7xl md:text-9xl">Brucoš si?</h2>
          <p className="mt-4 max-w-md text-lg font-medium">
            Upiši se na popis prije nego što dođeš po kartu. Treba ti JMBAG, studentska adresa i
            minuta vremena.
          </p>
        </div>
        <a href={address} className="poster-button bg-ink text-paper">
          Prijavi se
        </a>
      </div>
    </section>
  )
}

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
}

/** What search engines read: the festival as an event of schema.org. */
export function FestivalData({ festival, startsAt, performers }: FestivalDataProps) {
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
    performer: performers.map(({ name }) => ({ '@type': 'MusicGroup', name })),
  }
  return (
    <script type="application/ld+json">{JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
  )
}
