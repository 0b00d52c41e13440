'use client'

import { useEffect, useRef } from 'react'
import { SPONSOR_LIST_MESSAGES } from '@/lib/sponsors/messages'
import type { SponsorList } from '@/lib/sponsors/own-list-schema'
import { formatDateTime } from '@/lib/time'
import { timeLeft } from '@/lib/visibility/countdown'
import { useServerClock } from './use-clock'

interface Props {
  list: SponsorList
  onDeadline: () => void
}

/** How many may come, how many are on the list, how many have come, and until when it is open. */
export function ListSummary({ list, onDeadline }: Props) {
  const isClosed = list.guestsEnabled === '0'
  const hasBegun = isClosed || list.entered > 0
  return (
    <>
      <dl className="poster-list-figures">
        <Figure word="Ograničenje" value={list.guestCap} />
        <Figure word="Broj unesenih" value={list.count} isLoud={!hasBegun} />
        {hasBegun ? (
          <Figure word="Stiglo" value={list.entered} isLoud />
        ) : (
          <Figure word="Još mjesta" value={Math.max(0, list.guestCap - list.count)} />
        )}
      </dl>
      {isClosed ? (
        <p className="poster-list-closed">{SPONSOR_LIST_MESSAGES.closed}</p>
      ) : list.deadline ? (
        <TimeLeft deadline={list.deadline} now={list.now} onEnd={onDeadline} />
      ) : (
        <p className="text-lg text-paper-2">Popis je otvoren, bez roka.</p>
      )}
    </>
  )
}

function Figure({ word, value, isLoud }: { word: string; value: number; isLoud?: boolean }) {
  return (
    <div>
      <dt>{word}</dt>
      <dd className={isLoud ? 'text-signal' : undefined}>{value}</dd>
    </div>
  )
}

/** The server, which has no clock here, draws dashes. */
const UNKNOWN = { days: '--', hours: '--', minutes: '--', seconds: '--' }
const NOTHING = { days: '00', hours: '00', minutes: '00', seconds: '00' }

function TimeLeft(props: { deadline: string; now: string; onEnd: () => void }) {
  const { deadline, now, onEnd } = props
  const clock = useServerClock(now)
  const left = clock && timeLeft(new Date(deadline), clock)
  const { days, hours, minutes, seconds } = left ?? (clock ? NOTHING : UNKNOWN)
  const isOver = clock !== null && left === null
  const told = useRef<string | null>(null)
  useEffect(() => {
    if (!isOver || told.current === now) return
    told.current = now
    onEnd()
  }, [isOver, now, onEnd])
  return (
    <div className="poster-list-time">
      <p>
        Popis se zatvara <time dateTime={deadline}>{formatDateTime(deadline)}</time>
      </p>
      <p role="timer" aria-label="Do zatvaranja popisa" className="poster-type tabular-nums">
        {`${days} d ${hours} : ${minutes} : ${seconds}`}
      </p>
    </div>
  )
}
