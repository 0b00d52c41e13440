'use client'

import { CircleCheck, Dumbbell, Printer } from 'lucide-react'
import { AddByNameForm } from '@/components/admin/data/add-named'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { itemEndpoints } from '@/components/admin/data/item-endpoints'
import { QueryState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useApiMutation } from '@/components/admin/data/use-write'
import { ButtonLink } from '@/components/ui/button-link'
import { Select } from '@/components/ui/field'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { isOnDuty, warningsOf } from '@/lib/gate/board-rules'
import { type Board, type BoardDevice, type GateView, newGateBody } from '@/lib/gate/board-schema'
import { Devices } from './devices'
import { PairingButton } from './pairing'
import { UnresolvedList } from './unresolved-list'
import { useBoard } from './use-board'

/**
 * Gate board: shows open issues first, then every device. If there is only one gate, its name is
 * not shown.
 */
export function GatesScreen() {
  const board = useBoard()
  return (
    <>
      <ScreenHead title="Ulazi">
        <ButtonLink href="/admin/gates/drill" icon={Dumbbell}>
          Vježba
        </ButtonLink>
        <ButtonLink href="/admin/gates/print" icon={Printer}>
          Upute za volontere
        </ButtonLink>
      </ScreenHead>
      <QueryState query={board} failed="Stanje ulaza se ne može dohvatiti." />
      {board.data && (
        <GateBoard
          board={board.data}
          clockOffset={Date.parse(board.data.now) - board.dataUpdatedAt}
        />
      )}
    </>
  )
}

function GateBoard({ board, clockOffset }: { board: Board; clockOffset: number }) {
  // During an upgrade, an instance of the previous release sends no deleted gates.
  const { gates, deletedGates = [], now } = board
  const isSingle = gates.length === 1
  const activeDevices = gates.flatMap(({ devices }) =>
    devices.filter((device) => isOnDuty(device, Date.parse(now))),
  )
  return (
    <div className="grid gap-8">
      {[...gates, ...deletedGates].every(({ devices }) => devices.length === 0) ? (
        <FirstSteps />
      ) : (
        <Summary board={board} activeDevices={activeDevices} />
      )}
      <UnresolvedList {...board} />
      {gates.map((gate) => (
        <section key={gate.id} aria-label={isSingle ? 'Uređaji' : gate.name}>
          <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
            <h2 className="min-w-0 text-lg font-bold break-words">
              {isSingle ? 'Uređaji' : gate.name}
            </h2>
            <PairingButton
              gateId={gate.id}
              gate={isSingle ? null : gate.name}
              pairings={board.pairings}
              clockOffset={clockOffset}
              look={isSingle ? 'primary' : 'quiet'}
            />
          </div>
          <Devices gate={gate} board={board} isSingle={isSingle} />
        </section>
      ))}
      {deletedGates.map((gate) => (
        <section key={gate.id} aria-label={`${gate.name} (obrisan)`}>
          <h2 className="mb-3 text-lg font-bold break-words">{gate.name} (obrisan)</h2>
          <Devices gate={gate} board={board} isDeleted />
        </section>
      ))}
      <Settings gates={gates} />
    </div>
  )
}

/**
 * Summary line: the number of active devices, and whether all is well. Problems are listed below
 * it.
 */
function Summary({ board, activeDevices }: { board: Board; activeDevices: BoardDevice[] }) {
  const now = Date.parse(board.now)
  const warnedCount = activeDevices.filter((device) => warningsOf(device, now).length > 0).length
  const unresolved = [...board.doubles, ...board.objections].filter(
    ({ settled }) => settled === null,
  )
  const isAllWell = activeDevices.length > 0 && warnedCount === 0 && unresolved.length === 0
  return isAllWell ? (
    <p role="status" className="-mb-2 flex items-center gap-2 font-semibold">
      <CircleCheck aria-hidden="true" className="size-5 text-go" />
      Sve je u redu.{' '}
      <span>
        {activeDevices.length === 1
          ? 'Radi 1 uređaj.'
          : `Uređaja na ulazu: ${activeDevices.length}.`}
      </span>
    </p>
  ) : (
    <p role="status" className="-mb-2 font-semibold">
      Uređaja na ulazu: {activeDevices.length}
      <span>{warnedCount > 0 && ` · treba pažnju: ${warnedCount}`}</span>
      <span>{unresolved.length > 0 && ` · za odluku: ${unresolved.length}`}</span>
    </p>
  )
}

function FirstSteps() {
  return (
    <Notice>
      <p className="font-semibold">Ulaz još čeka prvi uređaj.</p>
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        <li>Pritisnite „Poveži uređaj” i pokažite kod volonteru: otvara ga kamerom mobitela.</li>
        <li>Ispišite upute za volontere, jedan list za svakoga.</li>
        <li>Prije otvaranja vrata napravite vježbu: pokazuje radi li sve i bez mreže.</li>
      </ol>
      <p className="mt-2 text-muted">
        Osoblje s prijavom ne treba kod: dovoljno je da otvori stranicu Ulaz.
      </p>
    </Notice>
  )
}

/** Settings of the gates: the name, and what an offline device does with an unknown ticket. */
function Settings({ gates }: { gates: GateView[] }) {
  const isSingle = gates.length === 1
  return (
    <section aria-label="Postavke ulaza" className="grid gap-4 border-t border-edge pt-6">
      <div>
        <h2 className="text-lg font-bold">Postavke</h2>
        <p className="text-muted">
          Uređaj bez mreže ne zna za karte prodane maloprije. Odlučite što tada radi.
        </p>
      </div>
      <ul className="grid gap-3">
        {gates.map((gate) => (
          <li
            key={gate.id}
            className="grid items-end gap-3 rounded-lg border border-edge bg-panel p-4 md:grid-cols-[minmax(0,1fr)_8rem_minmax(0,22rem)_auto]"
          >
            {isSingle ? (
              <p className="self-center">Vrijedi za sve uređaje, i za one već na ulazu.</p>
            ) : (
              <InlineEdit
                label="Naziv ulaza"
                endpoints={itemEndpoints('gates', gate.id)}
                value={{ name: gate.name }}
                className="font-semibold"
              />
            )}
            {(!isSingle || gate.capacity !== null) && (
              <CapacityField gate={gate} isSingle={isSingle} />
            )}
            <UnknownTicketPolicy gate={gate} isSingle={isSingle} />
            {!isSingle && (
              <DeleteButton
                what={`ulaz ${gate.name}`}
                {...itemEndpoints('gates', gate.id).deletion}
                successMessage={`Ulaz ${gate.name} je obrisan.`}
              >
                <p>Prolazi kroz njega ostaju zabilježeni.</p>
              </DeleteButton>
            )}
          </li>
        ))}
      </ul>
      <AddByNameForm
        label="Novi ulaz"
        field={{
          label: 'Naziv novog ulaza',
          maxLength: 60,
          hint: 'Samo ako ljudi ulaze na više mjesta.',
        }}
        schema={newGateBody}
        add={(body) => api('POST', '/gates', { body })}
        entity="gates"
        successMessage={(name) => `Ulaz ${name} je dodan.`}
        className="max-w-xl"
      />
    </section>
  )
}

/**
 * Capacity of one gate: how many guests admitted there may be inside at the same time. Hidden for a
 * single gate without one, to which the capacity of the venue applies.
 */
function CapacityField({ gate, isSingle }: { gate: GateView; isSingle: boolean }) {
  const { id, name, capacity } = gate
  const endpoints = itemEndpoints('gates', id)
  const toText = ({ capacity }: Pick<GateView, 'capacity'>) => ({
    capacity: capacity === null ? '' : `${capacity}`,
  })
  return (
    <div>
      <p aria-hidden="true" className="text-sm font-semibold">
        Najviše unutra
      </p>
      <InlineEdit
        label={isSingle ? 'Najviše unutra' : `Najviše unutra: ${name}`}
        endpoints={{
          entity: endpoints.entity,
          change: async (body) => toText(await endpoints.change(body)),
          read: async () => toText(await endpoints.read()),
        }}
        value={toText({ capacity })}
        className="tabular-nums"
      >
        {capacity === null ? (
          <span className="text-muted">bez granice</span>
        ) : (
          formatNumber(capacity)
        )}
      </InlineEdit>
    </div>
  )
}

function UnknownTicketPolicy({
  gate: { id, name, unknownPolicy },
  isSingle,
}: {
  gate: GateView
  isSingle: boolean
}) {
  const { run, pending } = useApiMutation({
    call: (policy: GateView['unknownPolicy']) =>
      api('PUT', '/gates/[id]', {
        params: { id },
        body: { unknownPolicy: policy, seen: { unknownPolicy } },
      }),
    invalidates: ['gates'],
    successMessage: 'Spremljeno.',
  })
  return (
    <Select
      label={isSingle ? 'Nepoznata karta, nema mreže' : `Nepoznata karta, nema mreže: ${name}`}
      value={pending ?? unknownPolicy}
      onChange={({ target }) => run(target.value as GateView['unknownPolicy'])}
    >
      <option value="stop">Ne puštaj</option>
      <option value="admit">Pusti i zabilježi</option>
    </Select>
  )
}
