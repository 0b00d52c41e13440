'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { QueryState } from '@/components/admin/data/list-state'
import { Panel } from '@/components/admin/data/panel'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { LabelledSwitch } from '@/components/ui/switch'
import { api } from '@/lib/api-client/client'
import { CASH_MESSAGES, formatCents, formatTypedEuro, parseEuro } from '@/lib/cash/rules'
import type { CashSettings as Settings, SettingsChange } from '@/lib/cash/schema'

const call = (body: { on?: boolean; prices?: SettingsChange['prices'] }) =>
  api('PUT', '/cash/settings', { body })

/** Settings of the cash desk: whether it is on, and the ticket price of each guest list. */
export function CashSettings() {
  const query = useQuery({
    queryKey: ['cash', 'settings'],
    queryFn: () => api('GET', '/cash/settings'),
  })
  return (
    <Panel title="Blagajna na prodajnom mjestu" className="mt-8 max-w-2xl">
      <p className="mt-1 text-sm text-muted">
        Za prodaju za gotovinu i karticu: prodavači otvaraju i zatvaraju smjenu, a obračun je na
        stranici <Link href="/admin/blagajna">Blagajna</Link>.
      </p>
      <QueryState query={query} failed="Postavke blagajne se ne mogu dohvatiti." />
      {query.data && <Switches settings={query.data} />}
    </Panel>
  )
}

function Switches({ settings }: { settings: Settings }) {
  const isOn = settings.on === '1'
  const { run, isPending } = useApiMutation({
    call,
    invalidates: ['cash', 'activities'],
    successMessage: ({ on }) => (on === '1' ? 'Blagajna je uključena.' : 'Blagajna je isključena.'),
  })
  return (
    <>
      <LabelledSwitch
        label="Blagajna"
        note={isOn ? 'Uključena' : 'Isključena: karte se prodaju bez novca'}
        checked={isOn}
        pending={isPending}
        onChange={(on) => run({ on })}
        className="mt-3"
      />
      {isOn && <Prices settings={settings} />}
    </>
  )
}

/**
 * Form with a ticket price for each tag. An empty price means that the tag is not sold for money;
 * for freshers it means the ticket price of the edition. Typed values stay when other users save
 * meanwhile.
 */
function Prices({ settings: { lists, ticketCents } }: { settings: Settings }) {
  const stored = (cents: number | null) => (cents === null ? '' : formatTypedEuro(cents))
  const [typed, setTyped] = useState<Record<number, string>>({})
  const [isTold, setTold] = useState(false)
  const { run, isPending } = useApiMutation({
    call,
    invalidates: ['cash', 'activities'],
    successMessage: 'Cijene su spremljene.',
  })
  const read = (id: number) => {
    const text = typed[id]?.trim() ?? ''
    return text === '' ? null : (parseEuro(text) ?? undefined)
  }
  const changed = lists.filter(({ id, cents }) => typed[id] !== undefined && read(id) !== cents)
  const isWrong = (id: number) => {
    const cents = typed[id] === undefined ? null : read(id)
    return cents === undefined || (cents !== null && cents > 100_000)
  }
  /** Clears the saved inputs. An input that was changed after the request was sent is kept. */
  function forget(sent: Record<number, string>) {
    setTold(false)
    setTyped((now) =>
      Object.fromEntries(Object.entries(now).filter(([id, text]) => text !== sent[Number(id)])),
    )
  }

  function save() {
    setTold(true)
    if (changed.some(({ id }) => isWrong(id))) return
    const prices = changed.map(({ id }) => ({ id, cents: read(id) ?? null }))
    run({ prices }, { onSuccess: () => forget(typed) })
  }
  return (
    <form
      aria-label="Cijene karata"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
      className="mt-4 space-y-3 border-t border-edge pt-4"
    >
      <LeaveGuard isDirty={changed.length > 0} isPending={isPending} />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        {lists.map(({ id, name, isBrucosi, cents }) => (
          <Field
            key={id}
            label={`${name} (€)`}
            value={typed[id] ?? stored(cents)}
            onChange={(event) => setTyped({ ...typed, [id]: event.target.value })}
            inputMode="decimal"
            autoComplete="off"
            error={isTold && isWrong(id) ? `${CASH_MESSAGES.amount} Najviše 1000.` : undefined}
            hint={hintOf(isBrucosi, ticketCents)}
            className="tabular-nums"
          />
        ))}
      </div>
      <Button
        type="submit"
        look="primary"
        pending={isPending}
        disabled={changed.length === 0 && !isPending}
      >
        Spremi cijene
      </Button>
    </form>
  )
}

function hintOf(isBrucosi: boolean, ticketCents: number | null): string {
  if (!isBrucosi) return 'Prazno: ne prodaje se za novac.'
  return ticketCents === null
    ? 'Prazno: cijena ulaznice, koja još nije upisana.'
    : `Prazno: kao cijena ulaznice, ${formatCents(ticketCents)}.`
}
