'use client'

import type { CSSProperties } from 'react'
import { setAddress } from '@/lib/programme/address'
import { nowAndNext, useNow } from '../programme/use-now'

/** A text with its letter widths as CSS variables, from which the styles compute the font size. */
export interface Lettering {
  text: string
  widths: CSSProperties
}

interface PlateSet {
  /**
   * Id of the set. 0 for the entry that stands for the whole night, which is not on the timetable.
   */
  id: number
  name: Lettering
  /** Start and end in ISO 8601. `from` and `until` are the same times as hh:mm. */
  startsAt: string
  endsAt: string
  from: string
  until: string
}

export interface PlateStage {
  id: number
  name: string
  /** Sets of this stage in order of time. */
  sets: PlateSet[]
}

interface Props {
  stages: PlateStage[]
  /** Text shown in place of a performer after the last set. */
  closing: Lettering
  /** Time by the server's clock in ms since 1970, when it determined the phase for this page. */
  servedAt: number
}

/**
 * One box per stage with the current and the next performer, by the later of the server's and the
 * browser's clock.
 */
export function NightPlates({ stages, closing, servedAt }: Props) {
  // With a slow browser clock, the page must not show a set that was over by the server's clock.
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
        <strong>
          {statusLabel({ isPlaying: Boolean(now), isNext: Boolean(next), hasPlayed })}
        </strong>
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
          style={{ '--played': playedShare(now, at) }}
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

function statusLabel(plate: { isPlaying: boolean; isNext: boolean; hasPlayed: boolean }): string {
  if (plate.isPlaying) return 'Sada'
  if (!plate.isNext) return 'Gotovo'
  return plate.hasPlayed ? 'Pauza' : 'Uskoro'
}

/** Returns the part of a set that has been played, from 0 to 1. */
function playedShare({ startsAt, endsAt }: PlateSet, at: number): number {
  const [from, to] = [Date.parse(startsAt), Date.parse(endsAt)]
  return Math.round(((at - from) / (to - from)) * 1000) / 1000
}
