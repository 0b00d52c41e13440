'use client'

import { BatteryLow, CircleAlert, SmartphoneNfc } from 'lucide-react'
import { useConfirmedAction } from '@/components/admin/data/use-confirmed-action'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { type Column, DataTable } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import {
  isOnDuty,
  noticesOf,
  percent,
  rosterAgo,
  unsentWarningOf,
  warningsOf,
} from '@/lib/gate/board-rules'
import type { Board, BoardDevice } from '@/lib/gate/board-schema'
import { formatAgo, formatMoment } from '@/lib/time/zagreb'

interface Props {
  gate: Board['deletedGates'][number]
  board: Pick<Board, 'now' | 'release'>
  isDeleted?: boolean
  isSingle?: boolean
}

/** Devices of a gate: first the active ones, then those whose gate shift is over. */
export function Devices({ gate, board, isDeleted = false, isSingle = false }: Props) {
  const now = Date.parse(board.now)
  const active = gate.devices.filter((device) => isOnDuty(device, now))
  const ended = gate.devices.filter((device) => !isOnDuty(device, now))
  return (
    <>
      {active.length > 0 && (
        <DataTable
          caption={`Uređaji${isSingle ? '' : `: ${gate.name}`}, ukupno ${formatNumber(active.length)}`}
          rows={active}
          rowKey={({ id }) => id}
          columns={columnsOf(board)}
        />
      )}
      {active.length === 0 && !isDeleted && (
        <p className="rounded-lg border border-dashed border-edge-2 px-4 py-6 text-center text-muted">
          Ovdje još nitko ne skenira.
        </p>
      )}
      {ended.length > 0 && <EndedDevices devices={ended} />}
    </>
  )
}

function columnsOf({ now: at, release }: Props['board']): Column<BoardDevice>[] {
  const now = new Date(at)
  return [
    {
      key: 'label',
      label: 'Uređaj',
      phone: 'heading',
      cell: (device) => <Label device={device} now={now} release={release} />,
    },
    {
      key: 'seen',
      label: 'Javio se',
      cell: ({ lastSeenAt }) => (lastSeenAt ? formatAgo(lastSeenAt, now) : 'još nije'),
    },
    { key: 'roster', label: 'Popis', cell: (device) => rosterAgo(device, now) },
    {
      key: 'queue',
      label: 'Čeka slanje',
      align: 'right',
      cell: ({ status }) => formatNumber(status?.queue ?? 0),
    },
    {
      key: 'battery',
      label: 'Baterija',
      align: 'right',
      cell: ({ status }) =>
        typeof status?.battery === 'number' ? percent(status.battery) : 'ne javlja',
    },
    {
      key: 'admitted',
      label: 'Propustio',
      align: 'right',
      cell: ({ admitted }) => formatNumber(admitted),
    },
    {
      key: 'revoke',
      label: 'Odjava',
      align: 'right',
      phone: 'corner',
      cell: (device) => <Revoke device={device} />,
    },
  ]
}

function Label({ device, now, release }: { device: BoardDevice; now: Date; release: string }) {
  const warnings = warningsOf(device, now.getTime())
  const notices = noticesOf(device, release)
  return (
    <div className="min-w-0 py-1">
      <p className="font-bold break-words">{device.label}</p>
      <p className="text-sm font-normal text-muted">
        <span>{device.isStaff ? 'osoblje' : 'volonter'}</span> · do{' '}
        {formatMoment(device.endsAt, now)}
        {notices.map((notice) => ` · ${notice}`)}
      </p>
      {warnings.map(({ what, remedy }) => (
        <p
          key={what}
          className="mt-1 flex gap-2 rounded-md bg-warn px-2 py-1 text-sm font-normal text-on-warn"
        >
          {what.startsWith('Baterija') ? (
            <BatteryLow aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          ) : (
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          )}
          <span>
            <strong>{what}.</strong> {remedy}
          </span>
        </p>
      ))}
    </div>
  )
}

/** Button that revokes a device after a confirmation, because the phone then deletes its data. */
function Revoke({ device: { id, label, isStaff } }: { device: BoardDevice }) {
  const { ask, confirmProps } = useConfirmedAction({
    call: () => api('DELETE', '/gates/devices/[id]', { params: { id } }),
    invalidates: ['gates'],
    successMessage: `Uređaj ${label} je odjavljen.`,
  })
  return (
    <>
      <Button look="quiet" onClick={ask} aria-label={`Odjavi uređaj ${label}`}>
        Odjavi
      </Button>
      <Confirm {...confirmProps} question={`Odjaviti uređaj ${label}?`} yes="Odjavi" danger>
        <p>
          Uređaj to odmah doznaje i briše popis gostiju sa sebe. Što je dosad odlučio, još će
          poslati.{' '}
          <span>
            {isStaff
              ? 'Odjavljuje se i iz uprave, pa natrag na ulaz dolazi samo novom prijavom ili novim QR kodom.'
              : 'Natrag na ulaz dolazi samo novim QR kodom.'}
          </span>
        </p>
      </Confirm>
    </>
  )
}

/**
 * Devices whose gate shift is over. Warns about passages that were or may have been never sent,
 * because they are stored only on that phone.
 */
function EndedDevices({ devices }: { devices: BoardDevice[] }) {
  const unsent = devices.flatMap((device) => {
    const warning = unsentWarningOf(device)
    return warning ? [{ ...device, ...warning }] : []
  })
  return (
    <>
      {unsent.map(({ id, label, what, remedy }) => (
        <p
          key={id}
          role="alert"
          className="mt-3 flex gap-3 rounded-md bg-warn px-4 py-3 text-on-warn"
        >
          <SmartphoneNfc aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong>
              {label}: {what}.
            </strong>{' '}
            {remedy}
          </span>
        </p>
      ))}
      <details className="mt-3">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted">
          Završili su ({formatNumber(devices.length)})
        </summary>
        <ul className="mt-1 divide-y divide-edge rounded-lg border border-edge bg-panel">
          {devices.map(({ id, label, isRevoked, goneAt, endsAt, admitted }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4 px-4 py-2">
              <span className="min-w-0 font-semibold break-words">{label}</span>
              <span className="text-muted">
                <span>{isRevoked ? 'odjavljen' : goneAt ? 'otišao' : 'smjena završila'}</span> u{' '}
                {formatMoment(goneAt ?? endsAt)} · propustio {formatNumber(admitted)}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  )
}
