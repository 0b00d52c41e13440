import '../poster/phases.css'
import type { ReactNode } from 'react'
import { telephoneLink } from '@/lib/band-contacts/schema'
import { toMinute } from '@/lib/programme/rules'
import type { ProgrammeSet } from '@/lib/programme/schema'
import type { PublicFestival } from '@/lib/site/types'
import { formatTime } from '@/lib/time/zagreb'
import { estimateTextWidth } from '../fitted-type'
import { SalesSticker } from '../sales-sticker'
import { type Lettering, NightPlates, type PlateStage } from './night-plates'

interface Props {
  festival: PublicFestival
  /** Public sets of the programme, by stage and start time. */
  sets: ProgrammeSet[]
  /** Time by the server's clock in ms since 1970, when it determined the phase for this page. */
  servedAt: number
  hasFloorPlan: boolean
  /** Whether visitors see the state of the ticket sale. */
  showsSales: boolean
  /** Sign with the crowd level, if an admin has made it public. */
  crowdLevel?: ReactNode
}

/**
 * First screen of the home page during the event night: who plays on each stage, and links that
 * visitors need then, such as ticket, floor plan and way home.
 */
export function Night(props: Props) {
  const { festival, sets, servedAt, hasFloorPlan, showsSales, crowdLevel } = props
  const { closesAt, nightPhone } = festival
  return (
    <section className="night">
      <header className="night-head">
        <h1 className="poster-type">{festival.name}</h1>
        {closesAt && <p className="poster-sentence text-signal">Noć do {formatTime(closesAt)}</p>}
        {showsSales && <SalesSticker state={festival.salesState} />}
      </header>
      <div aria-hidden="true" className="night-rig" />
      <NightPlates
        stages={platesOf(sets, festival)}
        closing={letteringOf('Laku noć')}
        servedAt={servedAt}
      />
      <ul className="night-tiles">
        <Tile href="/karta" icon="ticket" label="Moja ulaznica" />
        {hasFloorPlan && <Tile href="/tlocrt" icon="plan" label="Tlocrt" />}
        <Tile href="/t2#kuci" icon="tram" label="Kući" />
        {nightPhone && (
          <Tile href={telephoneLink(nightPhone)} icon="help" label="Pomoć" more={nightPhone} />
        )}
      </ul>
      {crowdLevel && <div className="night-fullness">{crowdLevel}</div>}
      <div aria-hidden="true" className="night-crowd" />
    </section>
  )
}

/**
 * Measures a text on the server, because the table of letter widths would add 10 kB to the script
 * of the page.
 */
const letteringOf = (text: string): Lettering => ({
  text,
  widths: estimateTextWidth(text),
})

/**
 * Returns the stages of tonight with their sets. Without public sets it returns one entry for the
 * whole night.
 */
function platesOf(sets: ProgrammeSet[], festival: PublicFestival): PlateStage[] {
  const { name, place, opensAt, closesAt } = festival
  if (!opensAt || !closesAt) return []
  const tonight = sets.filter(
    ({ startsAt, endsAt }) =>
      Date.parse(endsAt) > Date.parse(opensAt) && Date.parse(startsAt) < Date.parse(closesAt),
  )
  const stages = new Map<number, PlateStage>()
  for (const { id, name, stage, stageId, startsAt, endsAt } of tonight) {
    const plate = stages.get(stageId) ?? { id: stageId, name: stage, sets: [] }
    stages.set(stageId, plate)
    plate.sets.push({
      id,
      name: letteringOf(name),
      startsAt: toMinute(startsAt),
      endsAt: toMinute(endsAt),
      from: formatTime(startsAt),
      until: formatTime(endsAt),
    })
  }
  if (stages.size > 0) return [...stages.values()]
  const night = { id: 0, name: letteringOf(name), startsAt: opensAt, endsAt: closesAt }
  const clock = { from: formatTime(opensAt), until: formatTime(closesAt) }
  return [{ id: 0, name: place, sets: [{ ...night, ...clock }] }]
}

/** SVG paths of the icons on a 32 px grid. */
const ICONS = {
  ticket:
    'M2 8h28v5.5a2.5 2.5 0 0 0 0 5V24H2v-5.5a2.5 2.5 0 0 0 0-5ZM19 8h2.5v3H19Zm0 5.2h2.5v5.6H19ZM19 21h2.5v3H19Z',
  plan: 'M3 6l8-2.5 10 3.5 8-2.5V26l-8 2.5-10-3.5-8 2.5ZM11 3.5h2.5v21.6L11 25ZM18.5 7H21v21.5l-2.5-.9Z',
  tram: 'M15 1h2v2h7v2.5h-7V7h6a4 4 0 0 1 4 4v12a4 4 0 0 1-3 3.9l3 4.1h-4l-2.2-3h-9.6L9 31H5l3-4.1A4 4 0 0 1 5 23V11a4 4 0 0 1 4-4h6V5.5H8V3h7ZM8.5 11v7h15v-7ZM11 21a1.8 1.8 0 1 0 .1 0Zm10 0a1.8 1.8 0 1 0 .1 0Z',
  help: 'M8 2l5 8-3 3.5c1.6 3.6 4.9 6.9 8.5 8.5L22 19l8 5c-.6 3.6-3.4 6-7 6C11.4 30 2 20.6 2 9c0-3.6 2.4-6.4 6-7Z',
}

interface TileProps {
  href: string
  icon: keyof typeof ICONS
  label: string
  /** Text in small letters below the label. */
  more?: string
}

const Tile = ({ href, icon, label, more }: TileProps) => (
  <li>
    <a href={href} data-tile={icon}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path fillRule="evenodd" d={ICONS[icon]} />
      </svg>
      <span>
        {label}
        {more && <small>{more}</small>}
      </span>
    </a>
  </li>
)
