import { useMe } from '@/components/admin/users/use-users'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { may } from '@/lib/auth/rules'
import { tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { formatAgo } from '@/lib/time'
import { fullName, GuestWarnings } from './guest-facts'
import { Toggle } from './toggle'
import { useAdmission } from './use-admission'
import { useNow } from './use-now'
import { type Override, standingOf, VERDICTS } from './verdict/kinds'
import type { Verdict } from './verdict/verdict'
import { VerdictDialog } from './verdict/verdict-dialog'

interface Props {
  guest: Guest | null
  isGone: boolean
  /** False where the name stands above already, as the title of a sheet. */
  withName?: boolean
  onChange: (guest: Guest) => void
  onVerdict: (verdict: Verdict) => void
}

/** The guest at the door, and the Ulaz toggle that lets them in and out. */
export function GuestPanel({ guest, isGone, withName = true, onChange, onVerdict }: Props) {
  const admission = useAdmission(guest, onChange, onVerdict)
  const { data: me } = useMe()
  const { shown, hide } = admission
  const isIn = guest?.entered === '1'

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
          isOn={guest?.bought === '1'}
          state={guest ? (guest.bought === '1' ? 'Ima kartu' : 'Nema kartu') : '–'}
          disabled
          title="Karte označava blagajna."
        />
        <Toggle
          label="Ulaz"
          isOn={isIn}
          state={guest ? (isIn ? 'Unutra' : 'Vani') : '–'}
          disabled={!guest || isGone}
          isPending={admission.isPending}
          onPress={admission.toggle}
        />
      </div>

      <Dialog
        open={admission.isLeaving}
        onClose={admission.stay}
        title="Pustiti van?"
        footer={
          <>
            <Button className="min-h-14 grow sm:grow-0" onClick={admission.stay}>
              Odustani
            </Button>
            <Button
              look="danger"
              className="min-h-14 grow sm:grow-0"
              pending={admission.isPending}
              onClick={admission.letOut}
            >
              Pusti van
            </Button>
          </>
        }
      >
        {guest && (
          <p className="text-lg">
            <strong>{fullName(guest)}</strong> više neće biti na popisu onih koji su unutra.
            {guest.bought === '1' && ' Karta će opet vrijediti za ulaz.'}
          </p>
        )}
      </Dialog>

      <VerdictDialog verdict={shown} onClose={hide} actions={decision()} />
    </div>
  )

  function decision() {
    const press = (override?: Override) => {
      hide()
      void admission.admit(override)
    }
    const asked = shown && VERDICTS[shown.kind].decision
    if (asked)
      return (
        <>
          <Button look="primary" className="min-h-16 text-xl" onClick={hide}>
            {asked.stop}
          </Button>
          {(!asked.duty || may(me?.privilege ?? 0, asked.duty)) && (
            <Button className="min-h-16 text-xl" onClick={() => press(asked.override)}>
              {asked.go}
            </Button>
          )}
        </>
      )
    if (shown?.kind === 'offline')
      return (
        <>
          <Button look="primary" className="min-h-16 text-xl" onClick={() => press()}>
            Pokušaj ponovno
          </Button>
          <Button className="min-h-16 text-xl" onClick={hide}>
            Odustani
          </Button>
        </>
      )
  }
}

function Facts({ guest }: { guest: Guest }) {
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-lg">
        <dt className="text-muted">Tag</dt>
        <dd className="font-semibold break-words">{tagLabel(guest.tag)}</dd>
        {guest.jmbag && (
          <>
            <dt className="text-muted">JMBAG</dt>
            <dd className="font-semibold tabular-nums">{guest.jmbag}</dd>
          </>
        )}
      </dl>
      <Standing guest={guest} />
      <GuestWarnings guest={guest} />
    </>
  )
}

function Standing({ guest }: { guest: Guest }) {
  const now = useNow()
  const [Icon, text, colours] = standingOf(guest, now)
  return (
    <p
      className={classes('flex items-center gap-3 rounded-md px-4 py-3 text-xl font-bold', colours)}
    >
      <Icon aria-hidden="true" className="size-8 shrink-0" />
      <span>
        {text}
        {guest.enteredTime && (
          <span className="block text-base font-semibold">{formatAgo(guest.enteredTime, now)}</span>
        )}
      </span>
    </p>
  )
}
