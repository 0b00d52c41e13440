import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { FestivalValues } from '@/components/admin/festival/festival-values'
import { useVisibility } from '@/components/admin/visibility/use-visibility'
import { DoorsOpenTime } from '@/components/public/doors'
import { fittedLines, typeWidth } from '@/components/public/fitted-type'
import {
  erasureSentence,
  isSoldOnline,
  SALES_STICKERS,
  type SalesState,
} from '@/lib/festival/rules'
import { typedPrice } from '@/lib/festival/schema'
import { invitationSubject, ticketSubject } from '@/lib/festival/subjects'
import { formatEuroShort } from '@/lib/price-list/rules'
import { formatDate, formatTime, parseZagrebDateTime } from '@/lib/time/zagreb'

/** Preview of the public site with the typed edition settings, before they are saved. */
export function FestivalPreview({ values }: { values: FestivalValues }) {
  const name = values.name.trim() || '…'
  const year = values.year.trim()
  const price = typedPrice.safeParse(values.ticketPriceEUR).data ?? null
  const edition = { name, year: Number(year), edition: Number(values.number) }
  const sticker = SALES_STICKERS[values.salesState as SalesState]
  return (
    <section
      aria-label="Kako će izgledati"
      className="space-y-4 lg:sticky lg:top-18 lg:row-span-2 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto"
    >
      <h2 className="text-lg font-bold">Kako će izgledati</h2>
      <Part title="Naslovnica">
        <div className="overflow-hidden rounded-lg border border-edge">
          <div className="bg-ink px-4 pt-5 pb-4 text-paper">
            <PosterName text={name} largest="5.5rem" />
            <p className="mt-2 font-display text-xl leading-none font-black text-signal uppercase">
              Noć kojom počinje fakultet
            </p>
            <OpeningInfo opensAt={values.opensAt} place={values.place.trim()} />
          </div>
          <Footer values={values} name={name} />
        </div>
      </Part>
      <Part title="Ulaznice">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] overflow-hidden rounded-lg bg-paper text-ink">
          <div className="self-end p-4">
            {sticker && (
              <p className="mb-2 w-fit -rotate-3 bg-ember px-2 py-1 font-display text-lg leading-none font-black uppercase">
                {sticker}
              </p>
            )}
            <PosterName text={name} largest="2.5rem" />
          </div>
          <div className="flex flex-col items-end gap-3 border-l-3 border-dashed border-ink bg-signal p-4">
            <p className="font-display text-4xl leading-none font-black">
              {price === null ? year : formatEuroShort(price)}
            </p>
            {isSoldOnline(values.salesState as SalesState) && (
              <p className="bg-ink px-2 py-1 font-display text-lg leading-none font-black text-paper uppercase">
                {values.ticketShopUrl.trim() ? 'Kupi ulaznicu' : 'Uskoro'}
              </p>
            )}
          </div>
        </div>
      </Part>
      <Part title="Mailovi">
        <dl className="space-y-2 rounded-lg border border-edge bg-panel p-4 text-sm">
          <Line label="Karta, od" text={name} />
          <Line label="Predmet" text={ticketSubject(edition)} isStrong />
          <Line label="Na karti" text={`Ulaznica · ${values.number.trim()}. izdanje`} />
          <Line label="Sponzorima, predmet" text={invitationSubject(edition)} isStrong />
        </dl>
      </Part>
      <Part title="Kako do nas">
        <div className="rounded-lg border border-edge bg-panel p-4 text-sm">
          <p className="font-semibold">
            {[values.place, values.address]
              .map((text) => text.trim())
              .filter(Boolean)
              .join(', ') || name}
          </p>
          <MapCentreLink lat={values.lat} lng={values.lng} />
        </div>
      </Part>
      <Part title="Prijava brucoša">
        <p className="rounded-lg border border-edge bg-panel p-4 text-sm">
          {erasureSentence({
            retentionDays: Number(values.retentionDays) || 0,
            closesAt: parseZagrebDateTime(values.closesAt)?.toISOString() ?? null,
          })}
        </p>
      </Part>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>
      {children}
    </div>
  )
}

/**
 * Festival name in the full width of its column, as on the home page. `largest` limits the font
 * size of a short name.
 */
function PosterName({ text, largest }: { text: string; largest: string }) {
  const lines = fittedLines(text)
  const widest = Math.max(...lines.map(typeWidth))
  return (
    <p className="@container font-display leading-[0.95] font-black uppercase">
      <span className="block" style={{ fontSize: `min(${largest}, ${100 / widest}cqw)` }}>
        {lines.map((line) => (
          <span key={line} className="block whitespace-nowrap">
            {line}
          </span>
        ))}
      </span>
    </p>
  )
}

/**
 * Shows the opening time, the place and the target of the countdown: the time set on the visibility
 * screen, or else the opening time.
 */
function OpeningInfo({ opensAt, place }: { opensAt: string; place: string }) {
  const flags = useVisibility().data
  const stored = (key: string) => flags?.find((flag) => flag.name === key)?.visible ?? ''
  const opens = parseZagrebDateTime(opensAt)?.toISOString()
  const target = stored('TIMER_TIME') || opens
  const isOn = stored('TIMER_VISIBILITY') === '1'
  if (!flags) return null
  return (
    <div className="mt-3 text-sm">
      {opens && (
        <p className="font-display text-xl leading-none font-black uppercase">
          <DoorsOpenTime at={opens} />
        </p>
      )}
      {place && <p className="font-semibold">{place}</p>}
      {isOn && target && target !== opens && (
        <p className="font-semibold">
          Početak: {formatDate(target)} u {formatTime(target)}
        </p>
      )}
      {(!isOn || target !== opens) && (
        <p className="text-paper-2">
          <span>
            {!isOn
              ? 'Odbrojavanje je isključeno. '
              : target
                ? 'Odbrojava se do vremena koje piše u Prikazu. '
                : 'Odbrojavanje čeka otvaranje vrata. '}
          </span>
          <Link href="/admin/visibility" className="font-semibold text-paper underline">
            Prikaz
          </Link>
        </p>
      )}
    </div>
  )
}

const NETWORKS = [
  ['Instagram', 'instagramUrl'],
  ['Facebook', 'facebookUrl'],
  ['TikTok', 'tiktokUrl'],
] as const

/** Preview of the footer of the public pages. */
function Footer({ values, name }: { values: FestivalValues; name: string }) {
  const mailboxes = [values.contactEmail, values.sponsorsEmail].filter((text) => text.trim())
  const networks = NETWORKS.filter(([, field]) => values[field].trim())
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 border-t border-ink-3 bg-ink-2 px-4 py-3 text-sm text-paper">
      <div className="min-w-0">
        {mailboxes.length > 0 ? (
          mailboxes.map((address) => (
            <p key={address} className="break-all">
              {address}
            </p>
          ))
        ) : (
          <p className="text-paper-2">Bez adrese za pisanje</p>
        )}
      </div>
      <div className="text-paper-2">
        <p>{networks.map(([network]) => network).join(' · ') || 'Bez mreža'}</p>
        <p>
          © {new Date().getFullYear()} {name}
        </p>
      </div>
    </div>
  )
}

interface LineProps {
  label: string
  text: string
  isStrong?: boolean
}

function Line({ label, text, isStrong }: LineProps) {
  return (
    <div>
      <dt className="text-muted">{label}</dt>
      <dd className={isStrong ? 'font-semibold break-words' : 'break-words'}>{text}</dd>
    </div>
  )
}

/** Link that shows the centre of the map on openstreetmap.org. */
function MapCentreLink({ lat, lng }: { lat: string; lng: string }) {
  const [north, east] = [lat, lng].map((text) => Number(text.trim().replace(',', '.') || 'x'))
  if (!Number.isFinite(north) || !Number.isFinite(east)) return null
  return (
    <a
      href={`https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=17/${north}/${east}`}
      target="_blank"
      rel="noreferrer"
      className="mt-1 inline-flex min-h-11 items-center gap-2 font-semibold underline"
    >
      <ExternalLink aria-hidden="true" className="size-4" />
      Pogledaj gdje je sredina karte
    </a>
  )
}
