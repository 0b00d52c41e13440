'use client'

import { SearchedTable } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { fullName } from '@/components/gate/screens/guest'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import type { Column } from '@/components/ui/data-table'
import { tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { type Deletion, RestoreDialog, useDeletion } from './delete-guest'
import { GUESTS } from './use-guests'

/** Screen that lists the deleted guests and restores them. */
export function DeletedGuestsScreen() {
  const deletion = useDeletion()
  return (
    <>
      <ScreenHead title="Obrisani gosti">
        <ButtonLink href="/admin/guest-list">Svi gosti</ButtonLink>
      </ScreenHead>
      <p className="mb-4 max-w-2xl text-muted">
        Tko je obrisan može se vratiti sedam dana. Nakon toga se njegovi podaci brišu zauvijek, i iz
        poslanih mailova.
      </p>
      <SearchedTable
        entity={GUESTS}
        path="/guests"
        always={{ deleted: '1' }}
        search="Traži po imenu ili JMBAG-u"
        empty="U zadnjih sedam dana nitko nije obrisan."
        caption="Obrisani gosti"
        columns={columns(deletion)}
      />
      <RestoreDialog deletion={deletion} />
    </>
  )
}

const columns = ({ restore, restoring }: Deletion): Column<Guest>[] => [
  {
    key: 'name',
    label: 'Gost',
    sortable: true,
    phone: 'heading',
    cell: (guest) => <span className="font-semibold break-words">{fullName(guest)}</span>,
  },
  { key: 'jmbag', label: 'JMBAG', sortable: true, cell: ({ jmbag }) => jmbag || '–' },
  { key: 'tag', label: 'Tag', sortable: true, cell: ({ tag }) => tagLabel(tag) },
  { key: 'bought', label: 'Karta', cell: ({ bought }) => (bought === '1' ? 'ima' : 'nema') },
  {
    key: 'deletedTime',
    label: 'Obrisano',
    sortable: true,
    cell: ({ deletedTime }) => deletedTime && formatDateTime(deletedTime),
  },
  {
    key: 'restore',
    label: 'Vraćanje',
    align: 'right',
    phone: 'bare',
    cell: (guest) => (
      <Button
        className="max-md:w-full"
        aria-label={`Vrati: ${fullName(guest)}`}
        pending={restoring === guest.id}
        disabled={restoring !== undefined}
        onClick={() => restore({ id: guest.id })}
      >
        Vrati
      </Button>
    ),
  },
]
