'use client'

import {
  ChevronRight,
  CircleCheck,
  Clock,
  type LucideIcon,
  RotateCw,
  Send,
  TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { useExistingPage, useList } from '@/components/admin/data/list'
import { ListState } from '@/components/admin/data/list-state'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { type Column, DataTable } from '@/components/ui/data-table'
import { Dialog } from '@/components/ui/dialog'
import { FilterSelect } from '@/components/ui/filter-select'
import { formatNumber } from '@/components/ui/format-number'
import { IconButton } from '@/components/ui/icon-button'
import { Pager } from '@/components/ui/pager'
import { api } from '@/lib/api-client/client'
import { formatDateTime, formatTime } from '@/lib/time/zagreb'
import { EVENT_LABELS, RETENTION_DAYS } from '@/lib/webhooks/rules'
import type { Delivery } from '@/lib/webhooks/schema'
import { DeliveryResponse } from './try-button'

const PAGE_SIZE = 20

/**
 * List of the webhook deliveries of the last days, newest first, including those that are not sent
 * yet.
 */
export function Deliveries() {
  const [state, setState] = useState<Delivery['state'] | null>(null)
  const [receiver, setReceiver] = useState<number | null>(null)
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<Delivery | null>(null)
  const receivers = useList('webhooks', '/webhooks', { pageSize: 100 }).data?.rows ?? []
  const list = useList('webhooks', '/webhooks/deliveries', {
    page,
    pageSize: PAGE_SIZE,
    filters: { state, receiver },
  })
  useExistingPage({ list, page, pageSize: PAGE_SIZE, onPage: setPage })
  return (
    <section aria-label="Zadnje dojave" className="mt-10">
      <h2 className="mb-4 text-xl font-bold">Zadnje dojave</h2>
      <div className="mb-4 grid gap-3 sm:grid-cols-[16rem_16rem]">
        <FilterSelect
          label="Prijemnik"
          all="Svi prijemnici"
          choices={receivers.map(({ id, description }) => ({ value: id, label: description }))}
          value={receiver}
          onChoose={(chosen) => {
            setReceiver(chosen === null ? null : Number(chosen))
            setPage(0)
          }}
        />
        <FilterSelect
          label="Stanje dojave"
          all="Sva stanja"
          choices={Object.entries(STATE_STYLES).map(([value, { label }]) => ({ value, label }))}
          value={state}
          onChoose={(chosen) => {
            setState(chosen as Delivery['state'] | null)
            setPage(0)
          }}
        />
      </div>
      <ListState
        list={list}
        empty={`Još ništa nije dojavljeno. Dojave se čuvaju ${RETENTION_DAYS} dana.`}
        isFiltered={state !== null || receiver !== null}
        onClear={() => {
          setState(null)
          setReceiver(null)
        }}
      >
        {(rows, total) => (
          <>
            <DataTable
              caption={`Zadnje dojave, ukupno ${formatNumber(total)}`}
              rows={rows}
              columns={columns(setOpened)}
              rowKey={({ id }) => id}
              below={renderError}
              isStale={list.isPlaceholderData}
            />
            <Pager
              page={page}
              pageSize={PAGE_SIZE}
              shown={rows.length}
              total={total}
              onPage={setPage}
              labels={{ before: 'Novije', after: 'Starije' }}
            />
          </>
        )}
      </ListState>
      {opened && <DeliveryDialog delivery={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

const STATE_STYLES: Record<Delivery['state'], { label: string; icon: LucideIcon; colour: string }> =
  {
    waiting: { label: 'Čeka', icon: Clock, colour: 'text-text' },
    sending: { label: 'Šalje se', icon: Send, colour: 'text-text' },
    delivered: { label: 'Primljeno', icon: CircleCheck, colour: 'text-go' },
    failed: { label: 'Nije uspjelo', icon: TriangleAlert, colour: 'text-stop' },
  }

function StateBadge({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const isRetried = state === 'waiting' && attempts > 0
  const { label, icon, colour } = STATE_STYLES[state]
  const Icon = isRetried ? RotateCw : icon
  return (
    <span className={`flex items-center gap-2 font-semibold ${colour}`}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span>{isRetried ? 'Pokušava ponovno' : label}</span>
    </span>
  )
}

function renderError({ lastError, state, dueAt }: Delivery) {
  if (!lastError || state === 'delivered') return null
  return (
    <p className={`text-sm ${state === 'failed' ? 'text-stop' : 'text-muted'}`}>
      {lastError}
      <span>{dueAt && ` Sljedeći pokušaj: ${formatDateTime(dueAt)}.`}</span>
    </p>
  )
}

const columns = (onOpen: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    key: 'type',
    label: 'Događaj',
    phone: 'heading',
    cell: ({ type }) => (
      <span className="font-semibold max-md:pr-10">{EVENT_LABELS[type] ?? type}</span>
    ),
  },
  {
    key: 'createdAt',
    label: 'Kada',
    phone: 'bare',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="text-sm tabular-nums">
        {formatDateTime(createdAt)}
      </time>
    ),
  },
  {
    key: 'receiver',
    label: 'Prijemnik',
    phone: 'bare',
    cell: ({ receiver }) => <span className="break-words">{receiver}</span>,
  },
  { key: 'state', label: 'Stanje', cell: (delivery) => <StateBadge delivery={delivery} /> },
  {
    key: 'attempts',
    label: 'Pokušaja',
    align: 'right',
    phone: 'hidden',
    cell: ({ attempts }) => attempts,
  },
  {
    key: 'status',
    label: 'Odgovor',
    align: 'right',
    phone: 'hidden',
    cell: ({ status }) => status ?? '–',
  },
  {
    key: 'open',
    label: 'Pojedinosti',
    phone: 'corner',
    cell: (delivery) => (
      <IconButton
        icon={ChevronRight}
        label={`Otvori dojavu: ${EVENT_LABELS[delivery.type] ?? delivery.type}, ${formatTime(delivery.createdAt)}`}
        title="Otvori"
        onClick={() => onOpen(delivery)}
      />
    ),
  },
]

/** Dialog of one delivery: the response of the receiver, and a button to send it again. */
function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) {
  const { id, type, receiver, happenedAt } = delivery
  const { run, isPending } = useApiMutation({
    call: () => api('POST', '/webhooks/deliveries/[id]/resend', { params: { id } }),
    invalidates: ['webhooks'],
    successMessage: 'Dojava ide ponovno, pod istom oznakom.',
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${EVENT_LABELS[type] ?? type}: ${receiver ?? 'obrisani prijemnik'}`}
      footer={
        <>
          <Button onClick={onClose}>Zatvori</Button>
          <Button
            look="primary"
            pending={isPending}
            onClick={() => run(undefined, { onSuccess: onClose })}
          >
            <RotateCw aria-hidden="true" className="size-5" />
            Pošalji ponovno
          </Button>
        </>
      }
    >
      <p className="mb-4 text-muted">Dogodilo se {formatDateTime(happenedAt)}.</p>
      <DeliveryResponse delivery={delivery} />
    </Dialog>
  )
}
