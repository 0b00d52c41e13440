'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { QueryState } from '@/components/admin/data/list-state'
import { Panel } from '@/components/admin/data/panel'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { LabelledSwitch } from '@/components/ui/switch'
import { type ApiError, api } from '@/lib/api-client/client'
import { CASH_MESSAGES, formatCents, formatTypedEuro, parseEuro } from '@/lib/cash/rules'
import type { CashSettings as Settings, SettingsChange } from '@/lib/cash/schema'

const call = (body: { on?: boolean; prices?: SettingsChange['prices'] }) =>
  api('PUT', '/cash/settings', { body })

const SETTINGS = ['cash', 'settings']

/** Settings of the cash desk: whether it is on, and the ticket price of each guest list. */
export function CashSettings() {
  const query = useQuery({
    queryKey: SETTINGS,
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

interface TypedPrice {
  text: string
  /** Stored price in cents that the user last saw, which the server expects when it is saved. */
  seen: number | null
  /** Whether another user had changed the price when it was last saved. */
  isConflict?: boolean
}

const stored = (cents: number | null) => (cents === null ? '' : formatTypedEuro(cents))

const centsIn = ({ lists }: Settings, id: string) =>
  lists.find((list) => list.id === Number(id))?.cents ?? null

/**
 * Form with a ticket price for each tag. An empty price means that the tag is not sold for money;
 * for freshers it means the ticket price of the edition. Typed values stay when other users save
 * meanwhile. A price that another user has changed is shown at its field, and saving again
 * overwrites it.
 */
function Prices({ settings }: { settings: Settings }) {
  const { lists, ticketCents } = settings
  const client = useQueryClient()
  const [typed, setTyped] = useState<Record<number, TypedPrice>>({})
  const [isTold, setTold] = useState(false)
  const { run, isPending } = useApiMutation({
    call,
    invalidates: ['cash', 'activities'],
    successMessage: 'Cijene su spremljene.',
  })
  const read = (id: number) => {
    const text = typed[id]?.text.trim() ?? ''
    return text === '' ? null : (parseEuro(text) ?? undefined)
  }
  const changed = lists.filter(({ id, cents }) => typed[id] !== undefined && read(id) !== cents)
  const isWrong = (id: number) => {
    const cents = typed[id] === undefined ? null : read(id)
    return cents === undefined || (cents !== null && cents > 100_000)
  }
  /** Clears the saved inputs. An input that was changed after the request was sent is kept. */
  function forget(sent: Record<number, TypedPrice>, after: Settings) {
    setTold(false)
    setTyped((now) =>
      Object.fromEntries(
        Object.entries(now)
          .filter(([id, { text }]) => text !== sent[Number(id)]?.text)
          .map(([id, one]) => [
            id,
            sent[Number(id)] ? { text: one.text, seen: centsIn(after, id) } : one,
          ]),
      ),
    )
  }
  /** Takes the prices of others as seen after a conflict. They have been read again by then. */
  function meet({ code, fields }: ApiError) {
    if (code !== 'changed_meanwhile') return
    const now = client.getQueryData<Settings>(SETTINGS) ?? settings
    setTyped((was) =>
      Object.fromEntries(
        Object.entries(was).map(([id, one]) => [
          id,
          fields[id] ? { text: one.text, seen: centsIn(now, id), isConflict: true } : one,
        ]),
      ),
    )
  }
  function errorOf(id: number) {
    if (isTold && isWrong(id)) return `${CASH_MESSAGES.amount} Najviše 1000.`
    const one = typed[id]
    if (!one?.isConflict || read(id) === one.seen) return undefined
    return one.seen === null ? 'Sada je prazno.' : `Sada je: ${stored(one.seen)}`
  }

  function save() {
    setTold(true)
    if (changed.some(({ id }) => isWrong(id))) return
    const prices = changed.map(({ id, cents }) => ({
      id,
      cents: read(id) ?? null,
      seen: typed[id] ? typed[id].seen : cents,
    }))
    run({ prices }, { onSuccess: (after) => forget(typed, after), onError: meet })
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
            value={typed[id]?.text ?? stored(cents)}
            onChange={({ target }) =>
              setTyped({ ...typed, [id]: { seen: cents, ...typed[id], text: target.value } })
            }
            inputMode="decimal"
            autoComplete="off"
            error={errorOf(id)}
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
