import {
  CircleAlert,
  LogIn,
  LogOut,
  type LucideIcon,
  Menu,
  Settings,
  Ticket,
  Wifi,
  WifiOff,
} from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import type { Direction } from '@/lib/admission/rules'
import { describeSource, duplicateKeyOf } from '@/lib/admission/rules'
import { formatAgo, formatDateTime, formatTime } from '@/lib/time/zagreb'
import { GateApiError } from '../state/transport'
import { fullName } from './guest'
import { Modal } from './modal'
import { device, useGate, useNow } from './use-gate'

/** Age of the roster in ms, and number of unsent passages, from which a warning is shown. */
const OLD_ROSTER_MS = 15 * 60_000
const LONG_QUEUE = 50
/** Clock offset in ms from which the screen reports the phone's clock as wrong. */
const WRONG_CLOCK_MS = 60_000

/**
 * Status line of the gate: quality of the network, age of the roster, number of unsent passages.
 */
export function GateStatusLine() {
  const { state } = useGate()
  const now = useNow(1_000)
  const isOffline = state.network === 'none'
  const Icon = isOffline ? WifiOff : Wifi
  return (
    <p data-network={state.network} className="flex items-center gap-1.5 text-sm tabular-nums">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <span>
          {isOffline ? 'Bez mreže' : state.network === 'slow' ? 'Spora mreža' : 'Na mreži'}
        </span>{' '}
        ·{' '}
        <span>
          {state.rosterAt === null
            ? 'popis stiže…'
            : `popis ${formatAgo(new Date(state.rosterAt), now)}`}
        </span>
        <span>{state.queue > 0 && ` · čeka ${state.queue}`}</span>
      </span>
    </p>
  )
}

/**
 * Warnings about this phone that the volunteer must act on. `isShort` omits the remedies, to leave
 * room for the camera.
 */
export function GateWarnings({ isShort = false }: { isShort?: boolean }) {
  const { gate, state } = useGate()
  const now = useNow()
  const age = state.rosterAt === null ? 0 : now.getTime() - state.rosterAt
  const { ahead } = gate.device.persisted
  const warnings: [string, string][] = []
  if (age > OLD_ROSTER_MS)
    warnings.push([
      `Popis je star ${Math.floor(age / 60_000)} min.`,
      'Odnesite uređaj na trenutak bliže mreži: drugi ulazi ne znaju koga ste pustili.',
    ])
  if (state.queue >= LONG_QUEUE)
    warnings.push([
      `Na slanje čeka ${state.queue} prolaza.`,
      'Ništa nije izgubljeno. Odnesite uređaj bliže mreži i ne gasite ga.',
    ])
  if (!state.isPersistent)
    warnings.push([
      'Preglednik ne sprema podatke.',
      'Ulaz radi, ali ne zatvarajte karticu dok se sve ne pošalje. Pomaže otvoriti ga izvan privatnog prozora.',
    ])
  if (warnings.length === 0 && Math.abs(ahead) < WRONG_CLOCK_MS) return null
  return (
    <>
      {warnings.map(([what, remedy]) => (
        <p key={what} role="alert" className="flex gap-3 rounded-md bg-warn px-4 py-3 text-on-warn">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span>
            <strong>{what}</strong> <span>{!isShort && remedy}</span>
          </span>
        </p>
      ))}
      {Math.abs(ahead) >= WRONG_CLOCK_MS && !isShort && (
        <p className="text-sm text-muted">
          Sat ovog uređaja <span>{ahead > 0 ? 'kasni' : 'žuri'}</span>{' '}
          {formatAgo(new Date(0), new Date(Math.abs(ahead))).replace('prije ', '')}. Vremena ulazaka
          ispravljaju se sama.
        </p>
      )}
    </>
  )
}

/** Notices about unresolved duplicate admissions that involve a passage of this phone. */
export function DuplicateAdmissions() {
  const { state } = useGate()
  return state.doubles.map((duplicate) => {
    const { guest, first, second } = duplicate
    const isOurs = first.deviceId === state.me?.device.id
    const [ours, theirs] = isOurs ? [first, second] : [second, first]
    const who = fullName(guest) || 'gost kojeg više nema na popisu'
    const where = describeSource(theirs, state.me?.gates.length === 1)
    return (
      <Notice key={duplicateKeyOf(duplicate)} tone="error">
        <p>
          <strong>Dvostruki ulaz: {who}.</strong> Ovdje u {formatTime(ours.at)}, i drugdje ({where})
          u {formatTime(theirs.at)}. Recite voditelju ulaza.
        </p>
      </Notice>
    )
  })
}

/**
 * Switch between admission and exit. The two have different colours, so that they are not confused.
 */
export function Directions(props: { direction: Direction; onChange: (to: Direction) => void }) {
  const id = useId()
  const option = (direction: Direction, label: string, icon: ReactNode) => (
    <label
      className={classes(
        'flex min-h-12 flex-1 cursor-pointer items-center justify-center gap-2 rounded-md px-4 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-accent',
        props.direction !== direction && 'text-muted hover:text-text',
        props.direction === direction && direction === 'in' && 'bg-text text-ground',
        props.direction === direction && direction === 'out' && 'bg-accent text-on-accent',
      )}
    >
      <input
        type="radio"
        name={id}
        className="sr-only"
        checked={props.direction === direction}
        onChange={() => props.onChange(direction)}
      />
      {icon} {label}
    </label>
  )
  return (
    <fieldset className="relative flex min-w-60 gap-1 rounded-lg border border-edge bg-panel p-1">
      <legend className="sr-only">Smjer</legend>
      {option('in', 'Ulaze', <LogIn aria-hidden="true" className="size-5" />)}
      {option('out', 'Izlaze', <LogOut aria-hidden="true" className="size-5" />)}
    </fieldset>
  )
}

const LINK_CLASSES =
  'flex min-h-12 items-center gap-2 rounded-md px-2 font-semibold text-muted hover:bg-panel-2 hover:text-text aria-disabled:opacity-50'

/**
 * Links for staff to the ticket desk and the admin menu (rule 6.24). Disabled without a network,
 * because they would lead to the browser's error page.
 */
export function AdminLinks() {
  const { state } = useGate()
  const device = state.me?.device
  if (!device?.isStaff) return null
  const link = (address: string, Icon: LucideIcon, label: string) => (
    <a
      href={state.network === 'none' ? undefined : address}
      aria-disabled={state.network === 'none' || undefined}
      className={LINK_CLASSES}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
      {label}
    </a>
  )
  return (
    <nav aria-label="Uprava" className="flex">
      {device.maySell && link('/admin/guests', Ticket, 'Brucoši')}
      {link('/admin', Menu, 'Izbornik')}
    </nav>
  )
}

/** Returns the server's reason of a refusal. An error without one is an error of the network. */
export const describeFailure = (error: unknown) =>
  (error instanceof GateApiError && error.message) ||
  'Za to treba mreža. Pokušajte ponovno kad je bude.'

/**
 * Button and dialog for this device: name, end of the shift, change of the gate, and unregistering.
 */
export function DeviceSheet() {
  const { gate, state } = useGate()
  const [isOpen, setIsOpen] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [problem, setProblem] = useState('')
  const { me } = state
  if (!me) return null
  const { isStaff, label, gateId, endsAt } = me.device

  const attempt = async (work: () => Promise<void>) => {
    setProblem('')
    setIsPending(true)
    await work().catch((error) => setProblem(describeFailure(error)))
    setIsPending(false)
  }

  return (
    <>
      <button
        type="button"
        aria-label="Ovaj uređaj"
        onClick={() => setIsOpen(true)}
        className="grid size-12 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-text"
      >
        <Settings aria-hidden="true" />
      </button>
      {isOpen && (
        <Modal title="Ovaj uređaj" onClose={() => setIsOpen(false)}>
          <div className="grid gap-4">
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              <dt className="text-muted">Ime</dt>
              <dd className="font-semibold break-words">{label}</dd>
              <dt className="text-muted">Do</dt>
              <dd className="font-semibold">{formatDateTime(endsAt)}</dd>
              <dt className="text-muted">Gostiju na popisu</dt>
              <dd className="font-semibold tabular-nums">{state.guests ?? '–'}</dd>
              <dt className="text-muted">Inačica</dt>
              <dd className="break-all">{device.release || '–'}</dd>
            </dl>
            {isStaff && me.gates.length > 1 && (
              <>
                <label className="grid gap-1 font-semibold">
                  Ulaz na kojem ste
                  <select
                    value={gateId}
                    disabled={state.queue > 0}
                    onChange={({ target }) => attempt(() => gate.move(Number(target.value)))}
                    className="h-14 rounded-md border border-edge bg-panel px-3 text-lg disabled:cursor-not-allowed disabled:opacity-55"
                  >
                    {me.gates.map(({ id, name }) => (
                      <option key={id} value={id}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
                {state.queue > 0 && (
                  <p className="text-muted">
                    Ulaz se može promijeniti kad se pošalje sve što čeka.
                  </p>
                )}
              </>
            )}
            {problem && <Notice tone="error">{problem}</Notice>}
            <Button
              look="danger"
              className="min-h-14"
              disabled={state.queue > 0}
              pending={isPending}
              onClick={() => attempt(() => gate.leave())}
            >
              Odjavi ovaj uređaj
            </Button>
            <p className="text-muted">
              {state.queue > 0
                ? 'Uređaj se može odjaviti kad se pošalje sve što čeka.'
                : 'Popis gostiju briše se s uređaja.'}
            </p>
          </div>
        </Modal>
      )}
    </>
  )
}
