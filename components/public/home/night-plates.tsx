'use client'

import type { CSSProperties } from 'react'
import { setAddress } from '@/lib/programme/address'
import { nowAndNext, useNow } from '../programme/use-now'

/** Words with the widths of their letters, by which the styles choose a size. */
export interface Lettering {
  text: string
  widths: CSSProperties
}

interface PlateSet {
  /** 0 of what is no set of the programme and so has no place on the timetable. */
  id: number
  name: Lettering
  /** ISO instants, and what a clock shows then. */
  startsAt: string
  endsAt: string
  from: string
  until: string
}

export interface PlateStage {
  id: number
  name: string
  /** In order of time. */
  sets: PlateSet[]
}

interface Props {
  stages: PlateStage[]
  /** Stands in place of a performer after the last set. */
  closing: Lettering
  /** When the server last looked at the clock, in milliseconds. */
  servedAt: number
}

/** One plate for each stage: who plays there now and next, by the clock of server and browser. */
export function NightPlates({ stages, closing, servedAt }: Props) {
  // A browser whose clock is slow shows nothing that was over before the page was made.
  const at = Math.max(useNow() ?? 0, servedAt)
  return (
    <ul aria-label="Sada na pozornicama" className="night-plates">
      {stages.map((stage) => (
        <Plate key={stage.id} stage={stage} closing={closing} at={at} />
      ))}
    </ul>
  )
}

interface PlateProps {
  stage: PlateStage
  closing: Lettering
  at: number
}

function Plate({ stage, closing, at }: PlateProps) {
  const { now, next } = nowAndNext(stage.sets, at)
  const hasPlayed = stage.sets.some(({ endsAt }) => Date.parse(endsAt) <= at)
  const shown = now ?? next
  const { text, widths } = shown?.name ?? closing
  return (
    <li className="night-plate" data-plays={now ? '' : undefined}>
      <p className="night-plate-head">
        <strong>{wordOf({ isOn: Boolean(now), isNext: Boolean(next), hasPlayed })}</strong>
        <span>{stage.name}</span>
      </p>
      <p className="night-plate-name" style={widths}>
        {shown && shown.id > 0 ? <a href={setAddress(shown.id)}>{text}</a> : text}
      </p>
      {shown && <p className="night-plate-time">{now ? `do ${now.until}` : `od ${shown.from}`}</p>}
      {now && (
        <div
          aria-hidden="true"
          className="night-plate-bar"
          style={{ '--played': shareOf(now, at) }}
        />
      )}
      {now && next && (
        <p className="night-plate-next">
          Zatim {next.from} {next.name.text}
        </p>
      )}
    </li>
  )
}

function wordOf(plate: { isOn: boolean; isNext: boolean; hasPlayed: boolean }): string {
  if (plate.isOn) return 'Sada'
  if (!plate.isNext) return 'Gotovo'
  return plate.hasPlayed ? 'Pauza' : 'Uskoro'
}

/** How much of a set has been played, from 0 to 1. */
function shareOf({ startsAt, endsAt }: PlateSet, at: number): number {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  return Math.round(((at - from) / (to - from)) * 1000) / 1000
}
