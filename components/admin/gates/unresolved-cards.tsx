import { useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { api } from '@/lib/api-client/client'
import type { DisputedAdmission, Double } from '@/lib/gate/board-schema'
import { keysOf } from '@/lib/text/keys'
import { formatDuration, formatMoment } from '@/lib/time/zagreb'

export const DUPLICATE_RESOLUTION_LABELS = {
  same_guest: 'Isti gost, skeniran dvaput',
  copied_ticket: 'Kopirana karta',
  mistake: 'Pogreška, drugi ulaz se ne računa',
} as const

const DISPUTE_LABELS: Record<DisputedAdmission['objection'], string> = {
  banned: 'Gost ima zabranu ulaska',
  no_ticket: 'Gost nema kartu',
  unknown: 'Kod nije ničija karta',
  returned: 'Karta je poništena',
  gone: 'Gost je obrisan s popisa',
  revoked: 'Javio je uređaj nakon što je odjavljen',
  before_joining: 'Uređaj tada još nije bio na ulazu',
}

export const DISPUTE_RESOLUTION_LABELS = {
  stays: 'Ostaje unutra',
  led_out: 'Izveden je van',
  taken_back: 'Nije se dogodilo',
} as const

/**
 * Returns the resolutions that are offered for a disputed admission. `led_out` does not fit an
 * exit. `taken_back` (it did not happen) fits an exit, and a passage of a device that was revoked
 * or not yet registered.
 */
function disputeResolutionsOf({ verdict, objection }: DisputedAdmission) {
  const { stays, led_out, taken_back } = DISPUTE_RESOLUTION_LABELS
  if (verdict !== 'admitted') return { stays: 'Izašao je', taken_back } as const
  if (objection === 'revoked' || objection === 'before_joining') return DISPUTE_RESOLUTION_LABELS
  return { stays, led_out } as const
}

const CARD = 'grid gap-3 rounded-lg border border-edge border-l-4 border-l-stop bg-panel p-4'

export const nameOf = ({ name, surname }: { name: string; surname: string }) =>
  `${name} ${surname}`.trim() || 'Gost bez imena'

/**
 * Gate and device (or user) of a passage. The name of the gate is left out if there is only one.
 */
const whereOf = (
  { gate, device, user }: Pick<DisputedAdmission, 'gate' | 'device' | 'user'>,
  isSingle: boolean,
) => [isSingle ? null : gate, device ?? user].filter(Boolean).join(', ') || 'iz uprave'

interface ResolutionButtonsProps<Key extends string> {
  labels: Partial<Record<Key, string>>
  isPending: boolean
  /** The resolution that is being saved. */
  pending: Key | undefined
  onChoose: (resolution: Key) => void
}

/** One button for each resolution. */
function ResolutionButtons<Key extends string>(props: ResolutionButtonsProps<Key>) {
  const { labels, isPending, pending, onChoose } = props
  return (
    <div className="flex flex-wrap gap-2 max-sm:*:w-full">
      {keysOf(labels).map((resolution) => (
        <Button
          key={resolution}
          disabled={isPending && pending !== resolution}
          pending={pending === resolution}
          onClick={() => onChoose(resolution)}
        >
          {labels[resolution]}
        </Button>
      ))}
    </div>
  )
}

/** Card of a duplicate admission with its three possible resolutions. */
export function DuplicateCard({ double, isSingle }: { double: Double; isSingle: boolean }) {
  const { guest, first, second } = double
  const [isAsking, setAsking] = useState(false)
  const { run, isPending, pending } = useApiMutation({
    call: (resolution: keyof typeof DUPLICATE_RESOLUTION_LABELS) =>
      api('PUT', '/gates/doubles/[first]/[second]', {
        params: { first: first.id, second: second.id },
        body: { settled: resolution },
      }),
    invalidates: ['gates', 'guests'],
    successMessage: 'Zabilježeno.',
  })
  const choose = (resolution: keyof typeof DUPLICATE_RESOLUTION_LABELS) =>
    resolution === 'mistake' ? setAsking(true) : run(resolution)
  return (
    <li className={CARD}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="min-w-0 text-lg font-bold break-words">{nameOf(guest)}</h3>
        <p className="text-muted">
          razmak {formatDuration(Date.parse(second.at) - Date.parse(first.at))}
        </p>
      </div>
      <ol className="grid gap-2 sm:grid-cols-2">
        <AdmissionItem passage={first} label="Prvi ulaz" isSingle={isSingle} />
        <AdmissionItem passage={second} label="Drugi ulaz" isSingle={isSingle} />
      </ol>
      <ResolutionButtons
        labels={DUPLICATE_RESOLUTION_LABELS}
        isPending={isPending}
        pending={pending}
        onChoose={choose}
      />
      <Confirm
        open={isAsking}
        question={`Poništiti drugi ulaz gosta ${nameOf(guest)}?`}
        yes="Poništi"
        pending={isPending}
        onYes={() => run('mistake', { onSuccess: () => setAsking(false) })}
        onNo={() => setAsking(false)}
      >
        <p>Drugi ulaz se više ne računa. To se ne može vratiti.</p>
      </Confirm>
    </li>
  )
}

const DECISION_LABELS: Record<string, string> = {
  alone: 'bez mreže',
  name: 'po imenu',
  override: 'unatoč upozorenju',
  server_name: 'po imenu',
  server_override: 'unatoč upozorenju',
}

const MIN_SHOWN_CLOCK_OFFSET_MS = 60_000

function AdmissionItem(props: { passage: Double['first']; label: string; isSingle: boolean }) {
  const { passage, label, isSingle } = props
  const { at, decided, clockOffset } = passage
  return (
    <li className="rounded-md bg-panel-2 px-3 py-2">
      <p className="text-sm text-muted">{label}</p>
      <p className="font-semibold tabular-nums">{formatMoment(at)}</p>
      <p className="break-words">{whereOf(passage, isSingle)}</p>
      <p className="text-sm text-muted empty:hidden">
        {[
          DECISION_LABELS[decided],
          Math.abs(clockOffset) >= MIN_SHOWN_CLOCK_OFFSET_MS &&
            `sat ispravljen za ${formatDuration(clockOffset)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </li>
  )
}

/**
 * Card of a disputed admission: a passage that a device decided offline, and that an admin must
 * resolve.
 */
export function DisputeCard({
  objection,
  isSingle,
}: {
  objection: DisputedAdmission
  isSingle: boolean
}) {
  const { id, at, guest } = objection
  const { run, pending, isPending } = useApiMutation({
    call: (resolution: keyof typeof DISPUTE_RESOLUTION_LABELS) =>
      api('PUT', '/gates/objections/[passage]', {
        params: { passage: id },
        body: { settled: resolution },
      }),
    invalidates: ['gates', 'guests'],
    successMessage: 'Zabilježeno.',
  })
  return (
    <li className={CARD}>
      <div>
        <h3 className="text-lg font-bold break-words">
          {guest ? nameOf(guest) : 'Nepoznata karta'}
        </h3>
        <p>{DISPUTE_LABELS[objection.objection]}.</p>
        <p className="text-muted">
          <span>{objection.verdict === 'admitted' ? 'Pušten' : 'Pušten van'}</span>{' '}
          <span>{formatMoment(at)}</span> · <span>{whereOf(objection, isSingle)}</span>
        </p>
      </div>
      <ResolutionButtons<keyof typeof DISPUTE_RESOLUTION_LABELS>
        labels={disputeResolutionsOf(objection)}
        isPending={isPending}
        pending={pending}
        onChoose={run}
      />
    </li>
  )
}
