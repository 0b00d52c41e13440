'use client'

import { DoorOpen, Minimize2, Presentation, Radio, Unplug } from 'lucide-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { buttonClasses } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import type { NightSnapshot } from '@/lib/night/board/board-schema'
import { formatMoment, formatTime } from '@/lib/time/zagreb'
import { Gates } from './gates'
import { NightDocuments } from './night-documents'
import { NightSettings } from './night-settings'
import { NightTotals, OccupancyPanel } from './occupancy-panel'
import { OpenIssues } from './open-issues'
import { Admissions, Refusals } from './recent-passages'
import { useNight } from './use-night'

/**
 * Night board, made for a phone. With `?wall` it is made for a projector: without the navigation
 * bar and without scrolling.
 */
export function NightScreen() {
  const isWall = useSearchParams().has('wall')
  const { night, isLive, error } = useNight()
  return (
    <div className="night" data-wall={isWall || undefined}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 max-md:contents">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <h1 className="text-2xl font-bold">Noć</h1>
          <Liveness night={night} isLive={isLive && !error} />
        </div>
        <nav aria-label="Noć" className="flex flex-wrap gap-2 max-md:order-last">
          {isWall ? (
            <Link
              href="/admin/night"
              aria-label="Zatvori projekciju"
              className={buttonClasses('bare')}
            >
              <Minimize2 aria-hidden="true" className="size-5" />
            </Link>
          ) : (
            <>
              <ButtonLink href="/admin/gates" icon={DoorOpen}>
                Ulazi
              </ButtonLink>
              <NightDocuments />
              <NightSettings />
              <ButtonLink href="/admin/night?wall" icon={Presentation} className="max-md:hidden">
                Projekcija
              </ButtonLink>
            </>
          )}
        </nav>
      </header>
      {error && <Notice tone="error">{error}</Notice>}
      {night ? (
        <Board night={night} isLive={isLive && !error} isWall={isWall} />
      ) : (
        <p role="status" className="flex items-center gap-3 py-10 text-lg text-muted">
          <Spinner />
          <span>{isLive ? 'Dohvaćamo stanje…' : 'Nema veze s poslužiteljem, pokušavamo…'}</span>
        </p>
      )}
    </div>
  )
}

/** Shows whether the figures are live, so that a board without updates does not look current. */
function Liveness({ night, isLive }: { night: NightSnapshot | null; isLive: boolean }) {
  const Icon = isLive ? Radio : Unplug
  return (
    <p
      role="status"
      className={classes(
        'flex min-h-8 items-center gap-2 text-lg font-semibold tabular-nums',
        !isLive && 'rounded-md bg-warn px-3 text-on-warn',
      )}
    >
      {night && (
        <>
          <Icon aria-hidden="true" className={classes('size-5 shrink-0', isLive && 'text-go')} />
          <span>
            {isLive
              ? `Uživo, ${formatTime(night.at)}`
              : `Veza prekinuta, stanje od ${formatMoment(night.at)}`}
          </span>
        </>
      )}
    </p>
  )
}

function Board(props: { night: NightSnapshot; isLive: boolean; isWall: boolean }) {
  const { night, isWall } = props
  return (
    <>
      <OccupancyPanel {...props} />
      <OpenIssues night={night} isWall={isWall} />
      <NightTotals night={night} />
      <Gates night={night} />
      <div className="night-passing">
        <Refusals night={night} isWall={isWall} />
        <Admissions night={night} isWall={isWall} />
      </div>
    </>
  )
}
