'use client'

import { CircleCheck, CirclePause, CircleX, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { actionsColumn } from '@/components/admin/data/delete-button'
import { SearchedTable } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { Button } from '@/components/ui/button'
import type { Column } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { formatDateTime } from '@/lib/time/zagreb'
import { describeEvents } from '@/lib/webhooks/rules'
import type { Receiver } from '@/lib/webhooks/schema'
import { Deliveries } from './deliveries'
import { ReceiverDialog, ReceiverSecret } from './receiver-dialogs'
import { TryButton } from './try-button'

/**
 * Screen of the webhooks (docs/operate/webhooks.md): the receivers with their states, and the deliveries.
 */
export function WebhooksScreen() {
  const [edited, setEdited] = useState<Receiver | 'new' | null>(null)
  const [newSecret, setNewSecret] = useState<{ receiver: Receiver; secret: string } | null>(null)
  return (
    <>
      <ScreenHead title="Dojave">
        <Button look="primary" onClick={() => setEdited('new')}>
          <Plus aria-hidden="true" className="size-5" />
          Novi prijemnik
        </Button>
      </ScreenHead>
      <p className="mb-5 max-w-3xl text-muted">
        Drugi sustavi (chat, tablica, zaslon) u sekundi čuju što se dogodilo. Dojava nosi brojeve i
        popis gosta, nikad ime. Svaka je potpisana tajnom prijemnika.
      </p>
      <SearchedTable
        entity="webhooks"
        path="/webhooks"
        search="Traži po namjeni ili adresi"
        empty="Još nema prijemnika. Prvi dodajte gumbom gore."
        caption="Prijemnici dojava"
        columns={columns(setEdited)}
        below={(receiver) => <StateProblem receiver={receiver} />}
        isWhole
      />
      <Deliveries />
      {edited && (
        <ReceiverDialog
          receiver={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSecret={setNewSecret}
        />
      )}
      {newSecret && <ReceiverSecret {...newSecret} onClose={() => setNewSecret(null)} />}
    </>
  )
}

const STATE_STYLES = {
  on: { label: 'Uključen', icon: CircleCheck, colour: 'text-go' },
  failing: { label: 'Ne prima', icon: TriangleAlert, colour: 'text-stop' },
  paused: { label: 'Pauziran', icon: CirclePause, colour: 'text-muted' },
  off: { label: 'Isključen', icon: CircleX, colour: 'text-stop' },
}

/** State of a receiver, as icon and label. */
function StateBadge({ receiver: { state, failures } }: { receiver: Receiver }) {
  const isFailing = state === 'on' && failures > 0
  const { label, icon: Icon, colour } = STATE_STYLES[isFailing ? 'failing' : state]
  return (
    <span className={`flex items-center gap-2 font-semibold whitespace-nowrap ${colour}`}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {label}
    </span>
  )
}

/** Explains why a receiver is switched off or failing. Renders nothing if it works. */
function StateProblem({ receiver }: { receiver: Receiver }) {
  const { state, failures, failingSince } = receiver
  if (state === 'off')
    return (
      <p className="max-w-3xl text-sm text-stop">
        Isključen je jer <span>{failingSince ? `od ${formatDateTime(failingSince)} ` : ''}</span>
        ništa nije primio, ili jer je javio da dojave više ne želi. Dok je isključen, za njega se
        ništa ne čuva. Kad ga popravite, pošaljite probu pa ga u uređivanju uključite.
      </p>
    )
  if (state !== 'on' || failures === 0 || !failingSince) return null
  return (
    <p className="max-w-3xl text-sm text-stop">
      Od {formatDateTime(failingSince)} ništa nije prošlo, pokušaja: {formatNumber(failures)}.
      Pokušava se i dalje, sve rjeđe. Nakon tri dana isključuje se sam.
    </p>
  )
}

const columns = (onEdit: (receiver: Receiver) => void): Column<Receiver>[] => [
  {
    key: 'description',
    label: 'Prijemnik',
    sortable: true,
    phone: 'heading',
    cell: ({ description, url }) => (
      <span className="block min-w-0 max-md:pr-22">
        <span className="block font-semibold break-words">{description}</span>
        <span className="block text-sm font-normal break-all text-muted">{url}</span>
      </span>
    ),
  },
  {
    key: 'events',
    label: 'Događaji',
    phone: 'bare',
    cell: ({ events }) => <span className="text-sm">{describeEvents(events)}</span>,
  },
  {
    key: 'state',
    label: 'Stanje',
    cell: (receiver) => <StateBadge receiver={receiver} />,
  },
  {
    key: 'lastSuccessAt',
    label: 'Zadnji put primio',
    sortable: true,
    cell: ({ lastSuccessAt }) => (
      <span className="text-sm">{lastSuccessAt ? formatDateTime(lastSuccessAt) : 'još nije'}</span>
    ),
  },
  { key: 'waiting', label: 'Čeka', align: 'right', cell: ({ waiting }) => formatNumber(waiting) },
  {
    key: 'try',
    label: 'Proba',
    phone: 'bare',
    cell: (receiver) => <TryButton receiver={receiver} />,
  },
  actionsColumn((receiver) => ({
    what: `prijemnik ${receiver.description}`,
    onEdit: () => onEdit(receiver),
    deletion: {
      remove: () => api('DELETE', '/webhooks/[id]', { params: { id: receiver.id } }),
      invalidates: ['webhooks'],
      successMessage: `Prijemnik ${receiver.description} je obrisan.`,
      children: <p>Brišu se i dojave koje ga čekaju.</p>,
    },
  })),
]
