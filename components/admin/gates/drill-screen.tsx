'use client'

import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Pause,
  Play,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { isOnDuty } from '@/lib/gate/board-rules'
import type { Board, BoardDevice } from '@/lib/gate/board-schema'
import { type DrillCheck, evaluateDrill, shownCodes } from '@/lib/gate/drill-rules'
import type { Drill } from '@/lib/gate/drill-schema'
import { formatMoment } from '@/lib/time/zagreb'
import { QrCode } from './pairing'
import { useBoard } from './use-board'

const POLL_INTERVAL_MS = 2_000

/**
 * Screen of the drill before the opening: shows codes for the phones to scan, and the result of
 * each phone.
 */
export function DrillScreen() {
  const board = useBoard()
  const drill = useQuery({
    queryKey: ['gates', 'drill'],
    queryFn: ({ signal }) => api('GET', '/gates/drill', { signal }),
    select: (response) => response.drill,
    refetchInterval: POLL_INTERVAL_MS,
    staleTime: 0,
  })
  const start = useApiMutation({ call: () => api('POST', '/gates/drill'), invalidates: ['gates'] })
  const end = useApiMutation({
    call: () => api('DELETE', '/gates/drill'),
    invalidates: ['gates'],
    successMessage: 'Vježba je završila.',
  })
  const isOn = board.data && drill.data ? drill.data.endsAt > board.data.now : false
  const devices = board.data
    ? board.data.gates
        .flatMap((gate) => gate.devices)
        .filter((device) => isOnDuty(device, Date.parse(board.data.now)))
    : []
  return (
    <>
      <ScreenHead title="Vježba">
        <ButtonLink href="/admin/gates" icon={ArrowLeft}>
          Ulazi
        </ButtonLink>
        {isOn ? (
          <Button look="danger" pending={end.isPending} onClick={() => end.run()}>
            Završi vježbu
          </Button>
        ) : (
          <Button
            look="primary"
            pending={start.isPending}
            disabled={devices.length === 0}
            onClick={() => start.run()}
          >
            {drill.data ? 'Nova vježba' : 'Započni vježbu'}
          </Button>
        )}
      </ScreenHead>
      <QueryState query={board} failed="Stanje ulaza se ne može dohvatiti." />
      <QueryState query={drill} failed="Vježba se ne može dohvatiti." />
      <div className="grid gap-8">
        {isOn && drill.data ? (
          <Codes key={drill.data.id} drill={drill.data.id} />
        ) : (
          <Instructions hasDevices={devices.length > 0} />
        )}
        {drill.data && board.data && (
          <Results drill={drill.data} devices={devices} now={board.data.now} />
        )}
      </div>
    </>
  )
}

function Instructions({ hasDevices }: { hasDevices: boolean }) {
  return (
    <Notice>
      <p className="font-semibold">Prije otvaranja vrata, sa svim uređajima koji će raditi.</p>
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        <li>Okupite volontere oko ovog ekrana i započnite vježbu.</li>
        <li>Na svakom uređaju preko cijelog ekrana piše VJEŽBA i minutu nema mreže.</li>
        <li>Svi skeniraju iste kodove odavde: tako namjerno nastaju dvostruki ulazi.</li>
        <li>Kad minuta prođe, ovdje piše što je s kojim uređajem: prošao, ili što učiniti.</li>
      </ol>
      <p className="mt-2 text-muted">
        Gosti vježbe su izmišljeni i ne upisuju se nigdje. Ako ljudi već ulaze, vježba ih
        zaustavlja: prave karte tada se ne skeniraju.
      </p>
      {!hasDevices && <p className="mt-2 font-semibold">Prvo povežite barem jedan uređaj.</p>}
    </Notice>
  )
}

/** Time in ms for which each code is shown. */
const CODE_DURATION_MS = 6_000

/**
 * Shows the drill codes one after another, automatically or by buttons, large enough for phones at
 * arm's length.
 */
function Codes({ drill }: { drill: number }) {
  const codes = shownCodes(drill)
  const [index, setIndex] = useState(0)
  const [isRunning, setRunning] = useState(true)
  const moveBy = (by: number) => setIndex((current) => (current + by + codes.length) % codes.length)

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(
      () => setIndex((current) => (current + 1) % codes.length),
      CODE_DURATION_MS,
    )
    return () => clearInterval(timer)
  }, [isRunning, codes.length])

  const step = (by: number) => {
    setRunning(false)
    moveBy(by)
  }
  return (
    <section aria-label="Kodovi vježbe" className="grid justify-items-center gap-3">
      <QrCode
        text={codes[index] as string}
        label={`Kod vježbe ${index + 1} od ${codes.length}`}
        className="w-full max-w-[min(32rem,60dvh)]"
      />
      <div className="flex items-center gap-2">
        <Button aria-label="Prethodni kod" onClick={() => step(-1)}>
          <ChevronLeft aria-hidden="true" className="size-6" />
        </Button>
        <p className="min-w-24 text-center text-xl font-bold tabular-nums">
          {index + 1} / {codes.length}
        </p>
        <Button aria-label="Sljedeći kod" onClick={() => step(1)}>
          <ChevronRight aria-hidden="true" className="size-6" />
        </Button>
        <Button
          aria-label={isRunning ? 'Zaustavi izmjenu kodova' : 'Nastavi izmjenu kodova'}
          onClick={() => setRunning(!isRunning)}
        >
          {isRunning ? (
            <Pause aria-hidden="true" className="size-5" />
          ) : (
            <Play aria-hidden="true" className="size-5" />
          )}
        </Button>
      </div>
    </section>
  )
}

/** Drill results of every active device, including devices that have not sent a report yet. */
function Results(props: { drill: Drill; devices: BoardDevice[]; now: Board['now'] }) {
  const { drill, devices, now } = props
  const results = devices.map((device) => {
    const { status, clockOffset } = device
    const report = drill.reports.find(({ deviceId }) => deviceId === device.id) ?? null
    const rosterAt = status?.rosterAt ? Date.parse(status.rosterAt) + clockOffset : null
    const rosterAge = rosterAt === null ? null : Math.max(0, Date.parse(now) - rosterAt)
    return {
      device,
      checks: evaluateDrill({ report, clockOffset, rosterAgeMs: rosterAge }, drill.reports),
    }
  })
  const passed = results.filter(({ checks }) => checks.every(({ isPassed }) => isPassed)).length
  return (
    <section aria-label="Rezultat vježbe" className="grid gap-3">
      <h2 className="text-lg font-bold">
        Vježba u {formatMoment(drill.startedAt)}: prošlo {passed} od {results.length}
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {results.map(({ device, checks }) => (
          <DeviceResult key={device.id} label={device.label} checks={checks} />
        ))}
      </ul>
    </section>
  )
}

function DeviceResult({ label, checks }: { label: string; checks: DrillCheck[] }) {
  const isPassed = checks.every((check) => check.isPassed)
  return (
    <li
      className={classes(
        'rounded-lg border border-l-4 border-edge bg-panel p-4',
        isPassed ? 'border-l-go' : 'border-l-stop',
      )}
    >
      <h3 className="flex flex-wrap justify-between gap-x-4 text-lg font-bold">
        <span className="min-w-0 break-words">{label}</span>
        <span className={isPassed ? 'text-go' : 'text-stop'}>
          {isPassed ? 'Prošao' : 'Još nije'}
        </span>
      </h3>
      <ul className="mt-2 space-y-1">
        {checks.map((check) => (
          <li key={check.what} className="flex gap-2">
            {check.isPassed ? (
              <CircleCheck aria-label="prošlo" className="mt-0.5 size-5 shrink-0 text-go" />
            ) : (
              <CircleAlert aria-label="nije prošlo" className="mt-0.5 size-5 shrink-0 text-stop" />
            )}
            <span>
              <span className={check.isPassed ? undefined : 'font-semibold'}>{check.what}:</span>{' '}
              <span className={check.isPassed ? 'text-muted' : undefined}>{check.text}</span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
