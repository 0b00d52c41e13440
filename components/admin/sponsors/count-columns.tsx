import Link from 'next/link'
import type { Column } from '@/components/ui/data-table'
import type { SponsorCounts } from '@/lib/sponsors/schema'
import { InvitationMark } from './invitation-mark'

export const COUNT_COLUMNS: Column<SponsorCounts>[] = [
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
    cell: (row) => (row.guestCap > 0 ? <InvitationMark counts={row} /> : '–'),
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
