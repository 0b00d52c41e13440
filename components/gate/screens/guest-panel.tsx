import { useLayoutEffect, useRef, useState } from 'react'
import type { GateGuest } from '@/components/gate/state/guest'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { type Direction, needsAdminOverride, type Override } from '@/lib/admission/rules'
import { formatAgo } from '@/lib/time/zagreb'
import { fullName, GuestWarnings, guestStatus } from './guest'
import { Modal } from './modal'
import { useGate, useServerNow } from './use-gate'
import { VerdictDialog } from './verdict-screen'
import { VERDICTS, type Verdict } from './verdicts'

interface Props {
  guest: GateGuest | null
  isGone: boolean
  /** False where a dialog title already shows the name. */
  withName?: boolean
  onVerdict: (verdict: Verdict) => void
}

/** Verdict on the screen, and the refusals that its scan overrode. */
interface Shown {
  verdict: Verdict
  overrides: Override[]
}

/**
 * Time in ms after another phone admitted the guest in which a press is not an exit, because the
 * user has not seen the change yet.
 */
const UNSEEN_CHANGE_MS = 2000

/**
 * Panel of a guest with the toggle Ulaz, which admits the guest, or lets the guest out after a
 * confirmation (rule 6.10). A guest without a ticket is refused first, and admitted only by a
 * second press. A press just after another phone admitted the guest shows 'already inside' and is
 * not an exit.
 */
export function GuestPanel({ guest, isGone, withName = true, onVerdict }: Props) {
  const { gate, state } = useGate()
  const [shown, setShown] = useState<Shown | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const isIn = guest !== null && guest.since !== null
  const lastChange = useRef({ isIn, at: Number.NEGATIVE_INFINITY })
  useLayoutEffect(() => {
    if (lastChange.current.isIn !== isIn) lastChange.current = { isIn, at: performance.now() }
  }, [isIn])

  const press = () => {
    const isUnseen =
      performance.now() - lastChange.current.at < UNSEEN_CHANGE_MS &&
      !gate.device.isJustAdmitted(guest?.id ?? 0, guest?.since ?? null)
    if (isIn && !isUnseen) setIsLeaving(true)
    else void pass('in')
  }

  const pass = async (direction: Direction, overrides: Override[] = []) => {
    if (!guest || isPending) return
    setIsPending(true)
    const verdict = await gate.decideScan({ who: { guestId: guest.id }, direction, overrides })
    setIsPending(false)
    setIsLeaving(false)
    setShown({ verdict, overrides })
    onVerdict(verdict)
  }

  return (
    <div className="grid gap-4">
      {withName && (
        <h2 className="text-2xl leading-tight font-bold break-words">
          {guest ? fullName(guest) : 'Gost nije odabran'}
        </h2>
      )}
      {guest ? <Facts guest={guest} /> : <p className="text-muted">Odaberite gosta s popisa.</p>}
      {isGone && <Notice tone="error">Gost više nije na popisu.</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Toggle
          label="Karta"
          isOn={guest?.bought ?? false}
          state={guest ? (guest.bought ? 'Ima kartu' : 'Nema kartu') : '–'}
          disabled
          title="Karte označava blagajna."
        />
        <Toggle
          label="Ulaz"
          isOn={isIn}
          state={guest ? (isIn ? 'Unutra' : 'Vani') : '–'}
          disabled={!guest || isGone}
          isPending={isPending}
          onPress={press}
        />
      </div>

      {isLeaving && guest && (
        <Modal
          title="Pustiti van?"
          onClose={() => setIsLeaving(false)}
          footer={
            <>
              <Button className="min-h-14 grow sm:grow-0" onClick={() => setIsLeaving(false)}>
                Odustani
              </Button>
              <Button
                look="danger"
                className="min-h-14 grow sm:grow-0"
                pending={isPending}
                onClick={() => void pass('out')}
              >
                Pusti van
              </Button>
            </>
          }
        >
          <p className="text-lg">
            <strong>{fullName(guest)}</strong> više neće biti na popisu onih koji su unutra.
            <span>{guest.bought && ' Karta će opet vrijediti za ulaz.'}</span>
          </p>
        </Modal>
      )}
      {shown && (
        <VerdictDialog
          verdict={shown.verdict}
          onClose={() => setShown(null)}
          actions={decision(shown)}
        />
      )}
    </div>
  )

  function decision({ verdict: { kind }, overrides }: Shown) {
    const choice = VERDICTS[kind].decision
    // A guest may have several refusals, for example a ban in a full venue. Each is shown before
    // it is overridden, and an override lifts only the refusals that were shown.
    const repeat = () => {
      setShown(null)
      void pass('in', choice ? [...overrides, choice.override] : overrides)
    }
    const [stop, go] = choice
      ? [choice.stop, choice.go]
      : kind === 'offline'
        ? ['Odustani', 'Pokušaj ponovno']
        : []
    if (!stop) return
    // Only an admin may override a ban or a full venue, and the activity log records the admin
    // (rule 6.9).
    const mayOverride = !needsAdminOverride(choice?.override) || state.me?.device.mayOverride
    return (
      <>
        <Button look="primary" className="min-h-16 text-xl" onClick={() => setShown(null)}>
          {stop}
        </Button>
        {mayOverride && (
          <Button className="min-h-16 text-xl" onClick={repeat}>
            {go}
          </Button>
        )}
      </>
    )
  }
}

function Facts({ guest }: { guest: GateGuest }) {
  const now = useServerNow()
  const [Icon, text, colours] = guestStatus(guest, now)
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-lg">
        <dt className="text-muted">Tag</dt>
        <dd className="font-semibold break-words">{guest.tag}</dd>
      </dl>
      <p
        className={classes(
          'flex items-center gap-3 rounded-md px-4 py-3 text-xl font-bold',
          colours,
        )}
      >
        <Icon aria-hidden="true" className="size-8 shrink-0" />
        <span>
          {text}
          {guest.since !== null && (
            <span className="block text-base font-semibold">
              {formatAgo(new Date(guest.since), now)}
            </span>
          )}
        </span>
      </p>
      <GuestWarnings guest={guest} />
    </>
  )
}

interface ToggleProps {
  label: string
  isOn: boolean
  /** Label of the state, so that the state does not depend on colour and position alone. */
  state: string
  disabled: boolean
  isPending?: boolean
  title?: string
  onPress?: () => void
}

/** Switch that is large enough for a thumb in a glove. */
function Toggle({ label, isOn, state, disabled, isPending, title, onPress }: ToggleProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={label}
      aria-busy={isPending || undefined}
      disabled={disabled || isPending}
      title={title}
      onClick={onPress}
      className={classes(
        'flex min-h-20 flex-col items-start justify-center gap-1 rounded-lg border-2 px-4 py-2 text-left disabled:cursor-not-allowed',
        isOn ? 'border-text bg-panel-2' : 'border-edge bg-panel',
        disabled ? 'opacity-60' : 'hover:border-text',
      )}
    >
      <span className="flex w-full items-center justify-between gap-2 text-xl font-bold">
        {label}
        {isPending ? (
          <Spinner />
        ) : (
          <span
            aria-hidden="true"
            className={classes(
              'flex h-7 w-12 shrink-0 items-center rounded-full border-2 px-0.5',
              isOn ? 'justify-end border-text bg-text' : 'border-muted',
            )}
          >
            <span className={classes('size-5 rounded-full', isOn ? 'bg-panel' : 'bg-muted')} />
          </span>
        )}
      </span>
      <span className="text-base">{state}</span>
    </button>
  )
}
