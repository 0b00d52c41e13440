'use client'

import {
  Archive,
  CircleCheck,
  CircleDashed,
  Clock,
  type LucideIcon,
  Mail,
  TriangleAlert,
} from 'lucide-react'
import Link from 'next/link'
import { ExportButton } from '@/components/admin/data/export-button'
import { SearchedList } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { InviteSponsors, RemindSponsors } from '@/components/admin/sponsors/invitations'
import { classes } from '@/components/ui/classes'
import { type Column, DataTable } from '@/components/ui/data-table'
import { api } from '@/lib/api-client/client'
import { countTotals } from '@/lib/sponsors/rules'
import type { SponsorCounts } from '@/lib/sponsors/schema'
import { formatDateTime } from '@/lib/time/zagreb'

/** Screen of the companies (rule 5.20): places approved, guests on the list, guests who have come. */
export const SponsorCountsScreen = () => (
  <>
    <ScreenHead title="Firme">
      <ExportButton file={(query) => api('GET', '/sponsors/counts/export', { query })} />
      <RemindSponsors />
      <InviteSponsors />
    </ScreenHead>
    <SearchedList
      entity="sponsors"
      path="/sponsors/counts"
      search="Traži po nazivu firme"
      empty="Nema nijednog sponzora."
      isWhole
    >
      {({ rows, total, ordering, onOrder, isStale }) => (
        <>
          <Totals rows={rows} />
          <DataTable
            caption={`Firme, ukupno ${total}`}
            columns={COUNT_COLUMNS}
            rowKey={(row) => row.id}
            rows={rows}
            ordering={ordering}
            onOrder={onOrder}
            isStale={isStale}
          />
        </>
      )}
    </SearchedList>
  </>
)

/** Totals of the companies that are shown. */
function Totals({ rows }: { rows: SponsorCounts[] }) {
  const { guestCap, listed, entered } = countTotals(rows)
  const figures = { Firmi: rows.length, Odobreno: guestCap, 'Na popisima': listed, Ušlo: entered }
  return (
    <dl className="mb-4 grid grid-cols-2 gap-2 sm:grid-cols-4 sm:gap-3">
      {Object.entries(figures).map(([label, value]) => (
        <div key={label} className="rounded-lg border border-edge bg-panel px-4 py-2">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-2xl font-bold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const COUNT_COLUMNS: Column<SponsorCounts>[] = [
  {
    key: 'name',
    label: 'Firma',
    sortable: true,
    phone: 'heading',
    cell: (row) => <span className="font-semibold break-words">{row.name}</span>,
  },
  {
    key: 'guestCap',
    label: 'Odobreno',
    sortable: true,
    align: 'right',
    cell: (row) => row.guestCap,
  },
  { key: 'listed', label: 'Na popisu', sortable: true, align: 'right', cell: (row) => row.listed },
  { key: 'entered', label: 'Ušlo', sortable: true, align: 'right', cell: (row) => row.entered },
  {
    key: 'invitation',
    label: 'Poziv',
    cell: (row) => (row.guestCap > 0 ? <InvitationBadge counts={row} /> : '–'),
  },
  {
    key: 'list',
    label: 'Popis',
    align: 'right',
    phone: 'corner',
    cell: (row) => (
      <Link
        href={`/admin/sponsors/${row.slug}`}
        aria-label={`Popis: ${row.name}`}
        className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold underline underline-offset-4 hover:bg-panel-2"
      >
        Popis
      </Link>
    ),
  },
]

const INVITATION_STYLES: Record<
  SponsorCounts['invitation'],
  { label: string; icon: LucideIcon; colour: string }
> = {
  none: { label: 'Nije pozvana', icon: CircleDashed, colour: 'text-muted' },
  queued: { label: 'Šalje se', icon: Clock, colour: 'text-text' },
  sent: { label: 'Pozvana', icon: Mail, colour: 'text-text' },
  failed: { label: 'Nije uspjelo', icon: TriangleAlert, colour: 'text-stop' },
  recorded: { label: 'Zabilježen, nije poslan', icon: Archive, colour: 'text-muted' },
  opened: { label: 'Otvorila popis', icon: CircleCheck, colour: 'text-go' },
}

/** State of the invitation of a company, as icon and label. */
function InvitationBadge({
  counts: { invitation, openedTime },
}: {
  counts: Pick<SponsorCounts, 'invitation' | 'openedTime'>
}) {
  const { label, icon: Icon, colour } = INVITATION_STYLES[invitation]
  return (
    <span
      title={openedTime ? formatDateTime(openedTime) : undefined}
      className={classes('inline-flex items-center gap-2 align-middle font-semibold', colour)}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {label}
    </span>
  )
}
