'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { GUESTS, type GuestTextField } from '@/db/catalogue/guests'
import { api } from '@/lib/api-client/client'
import { DEFAULT_GUEST_COLUMNS, GUEST_COLUMNS, type GuestColumn } from '@/lib/column-choice/schema'
import { tagLabel } from '@/lib/guests/rules'
import type { Guest } from '@/lib/guests/schema'

interface Column {
  /** Field of the API by which the column is sorted. Without it the column cannot be sorted. */
  field?: string
  label: string
  width: string
  /** Whether the column is hidden on a tablet, which has too little space for it. */
  isWide?: true
  /**
   * Returns the text of a cell. Name, ticket and presence have none: the row renders these cells
   * itself.
   */
  text?: (guest: Guest) => string | null
}

const textColumn = (field: GuestTextField, width: string): Column => ({
  label: GUESTS[field].label,
  width,
  isWide: true,
  text: (guest) => guest[field],
})

/**
 * Columns after the first name. The type requires an entry for each text that the catalogue of
 * guest fields gains.
 */
export const COLUMNS: Record<GuestColumn, Column> = {
  surname: { field: 'surname', label: GUESTS.surname.label, width: 'minmax(0,1.2fr)' },
  jmbag: { field: 'jmbag', label: GUESTS.jmbag.label, width: '6.5rem', text: ({ jmbag }) => jmbag },
  tag: {
    field: 'tag',
    label: GUESTS.listId.label,
    width: 'minmax(0,1.2fr)',
    text: ({ tag }) => tagLabel(tag),
  },
  email: textColumn('email', 'minmax(0,1.7fr)'),
  phone: textColumn('phone', 'minmax(0,1.1fr)'),
  bought: { field: 'boughtTicketTime', label: GUESTS.boughtAt.label, width: '8rem' },
  entered: { field: 'enteredTime', label: GUESTS.enteredAt.label, width: '8rem' },
  note: textColumn('note', 'minmax(0,1.4fr)'),
  ban: { ...textColumn('banReason', 'minmax(0,1.4fr)'), label: 'Zabrana' },
}

const NAME = 'minmax(0,1.1fr)'

interface Shown {
  columns: GuestColumn[]
  /** CSS grid columns on a desktop (`wide`) and on a tablet (`narrow`). */
  template: { wide: string; narrow: string }
}

const shownOf = (columns: GuestColumn[]): Shown => {
  const widths = (of: GuestColumn[]) => [NAME, ...of.map((one) => COLUMNS[one].width)].join(' ')
  return {
    columns,
    template: {
      wide: widths(columns),
      narrow: widths(columns.filter((one) => !COLUMNS[one].isWide)),
    },
  }
}

const ShownColumns = createContext<Shown>(shownOf(DEFAULT_GUEST_COLUMNS))

/** Returns the columns that the rows and the headings show. */
export const useShownColumns = () => useContext(ShownColumns)

/** Provides the columns that the user has chosen to the guest list. */
export function WithColumns({ children }: { children: ReactNode }) {
  const { columns } = useGuestColumns()
  const shown = useMemo(() => shownOf(columns), [columns])
  return (
    <ShownColumns value={shown}>
      <div
        className="contents"
        style={{
          '--columns': shown.template.wide,
          '--columns-narrow': shown.template.narrow,
        }}
      >
        {children}
      </div>
    </ShownColumns>
  )
}

const KEY = ['columns', 'guest-list']
const WHICH = { params: { list: 'guest-list' } } as const

/**
 * Reads and changes the columns that the user has chosen. The choice applies on all devices of the
 * user.
 */
export function useGuestColumns() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api('GET', '/lists/[list]/columns', { ...WHICH, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, isError } = useMutation({
    // Sends the requests one after another, so that the server stores the last choice.
    scope: { id: KEY.join() },
    mutationFn: (columns: GuestColumn[] | null) =>
      api('PUT', '/lists/[list]/columns', { ...WHICH, body: { columns } }),
    onMutate: async (columns) => {
      // Cancels a running read, whose response would restore the previous choice.
      await client.cancelQueries({ queryKey: KEY })
      client.setQueryData(KEY, { columns })
    },
  })
  const columns = data?.columns ?? DEFAULT_GUEST_COLUMNS
  return {
    columns,
    isUsual: !data?.columns,
    isFailed: isError,
    choose: mutate,
    toggle: (one: GuestColumn) =>
      mutate(GUEST_COLUMNS.filter((column) => (column === one) !== columns.includes(column))),
  }
}
