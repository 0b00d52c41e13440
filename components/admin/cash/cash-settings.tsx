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

const formatStored = (cents: number | null) => (cents === null ? '' : formatTypedEuro(cents))

const findCents = ({ lists }: Settings, id: string) =>
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
  const [isErrorShown, setErrorShown] = useState(false)
  const { run, isPending } = useApiMutation({
    call,
    invalidates: ['cash', 'activities'],
    successMessage: 'Cijene su spremljene.',
  })
  const readCents = (id: number) => {
    const text = typed[id]?.text.trim() ?? ''
    return text === '' ? null : (parseEuro(text) ?? undefined)
  }
  const changed = lists.filter(
    ({ id, cents }) => typed[id] !== undefined && readCents(id) !== cents,
  )
  const isInvalid = (id: number) => {
    const cents = typed[id] === undefined ? null : readCents(id)
    return cents === undefined || (cents !== null && cents > 100_000)
  }
  /** Clears the saved inputs. An input that was changed after the request was sent is kept. */
  function clearSaved(sent: Record<number, TypedPrice>, after: Settings) {
    setErrorShown(false)
    setTyped((now) =>
      Object.fromEntries(
        Object.entries(now)
          .filter(([id, { text }]) => text !== sent[Number(id)]?.text)
          .map(([id, price]) => [
            id,
            sent[Number(id)] ? { text: price.text, seen: findCents(after, id) } : price,
          ]),
      ),
    )
  }
  /** Counts the prices of other users as seen after a conflict. They have just been read again. */
  function markConflictsSeen({ code, fields }: ApiError) {
    if (code !== 'changed_meanwhile') return
    const current = client.getQueryData<Settings>(SETTINGS) ?? settings
    setTyped((was) =>
      Object.fromEntries(
        Object.entries(was).map(([id, price]) => [
          id,
          fields[id] ? { text: price.text, seen: findCents(current, id), isConflict: true } : price,
        ]),
      ),
    )
  }
  function errorOf(id: number) {
    if (isErrorShown && isInvalid(id)) return `${CASH_MESSAGES.amount} Najviše 1000.`
    const price = typed[id]
    if (!price?.isConflict || readCents(id) === price.seen) return undefined
    return price.seen === null ? 'Sada je prazno.' : `Sada je: ${formatStored(price.seen)}`
  }

  function save() {
    setErrorShown(true)
    if (changed.some(({ id }) => isInvalid(id))) return
    const prices = changed.map(({ id, cents }) => ({
      id,
      cents: readCents(id) ?? null,
      seen: typed[id] ? typed[id].seen : cents,
    }))
    run({ prices }, { onSuccess: (after) => clearSaved(typed, after), onError: markConflictsSeen })
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
            value={typed[id]?.text ?? formatStored(cents)}
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
