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

interface ColumnLayout {
  columns: GuestColumn[]
  /** CSS grid columns on a desktop (`wide`) and on a tablet (`narrow`). */
  template: { wide: string; narrow: string }
}

const layoutOf = (columns: GuestColumn[]): ColumnLayout => {
  const widths = (shown: GuestColumn[]) =>
    [NAME, ...shown.map((column) => COLUMNS[column].width)].join(' ')
  return {
    columns,
    template: {
      wide: widths(columns),
      narrow: widths(columns.filter((column) => !COLUMNS[column].isWide)),
    },
  }
}

const ShownColumns = createContext<ColumnLayout>(layoutOf(DEFAULT_GUEST_COLUMNS))

/** Returns the columns that the rows and the headings show. */
export const useShownColumns = () => useContext(ShownColumns)

/** Provides the columns that the user has chosen to the guest list. */
export function WithColumns({ children }: { children: ReactNode }) {
  const { columns } = useGuestColumns()
  const layout = useMemo(() => layoutOf(columns), [columns])
  return (
    <ShownColumns value={layout}>
      <div
        className="contents"
        style={{
          '--columns': layout.template.wide,
          '--columns-narrow': layout.template.narrow,
        }}
      >
        {children}
      </div>
    </ShownColumns>
  )
}

const CHOICE_KEY = ['columns', 'guest-list']
const LIST_PARAMS = { params: { list: 'guest-list' } } as const

/**
 * Reads and changes the columns that the user has chosen. The choice applies on all devices of the
 * user.
 */
export function useGuestColumns() {
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: CHOICE_KEY,
    queryFn: ({ signal }) => api('GET', '/lists/[list]/columns', { ...LIST_PARAMS, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { mutate, isError } = useMutation({
    // Sends the requests one after another, so that the server stores the last choice.
    scope: { id: CHOICE_KEY.join() },
    mutationFn: (columns: GuestColumn[] | null) =>
      api('PUT', '/lists/[list]/columns', { ...LIST_PARAMS, body: { columns } }),
    onMutate: async (columns) => {
      // Cancels a running read, whose response would restore the previous choice.
      await client.cancelQueries({ queryKey: CHOICE_KEY })
      client.setQueryData(CHOICE_KEY, { columns })
    },
  })
  const columns = data?.columns ?? DEFAULT_GUEST_COLUMNS
  return {
    columns,
    isDefault: !data?.columns,
    isFailed: isError,
    choose: mutate,
    toggle: (toggled: GuestColumn) =>
      mutate(GUEST_COLUMNS.filter((column) => (column === toggled) !== columns.includes(column))),
  }
}
