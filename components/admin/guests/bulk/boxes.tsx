'use client'

import { fullName } from '@/components/gate/screens/guest'
import { formatNumber } from '@/components/ui/format-number'
import type { Guest } from '@/lib/guests/schema'
import { type GuestSelection, useSelected } from './selection'

const BOX_CLASSES = 'size-5 accent-accent'

/**
 * Classes that place a checkbox in front of the link that covers the row. On a phone the checkbox
 * is visible only while the user selects guests.
 */
const CELL_CLASSES =
  'absolute inset-y-0 left-0 z-[1] w-13 max-md:hidden group-data-choosing/guests:max-md:block'

interface RowProps {
  guest: Guest
  selection: GuestSelection
}

/** Checkbox that selects a guest. It is no tab stop, because Space on the row does the same. */
export function RowCheckbox({ guest, selection }: RowProps) {
  const isChosen = useSelected(selection, () => selection.has(guest.id))
  return (
    // biome-ignore lint/a11y/noRedundantRoles: CSS `display` removes the table roles
    <td role="cell" className={CELL_CLASSES}>
      <label className="grid size-full cursor-pointer place-items-center">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={`Odaberi: ${fullName(guest) || 'gost bez imena'}`}
          data-box={guest.id}
          checked={isChosen}
          readOnly
          className={BOX_CLASSES}
        />
      </label>
    </td>
  )
}

interface HeadProps {
  selection: GuestSelection
  total: number
}

/**
 * Checkbox that selects all guests that the list finds, including those that are not loaded, or
 * none.
 */
export function HeaderCheckbox({ selection, total }: HeadProps) {
  const state = useSelected(selection, () =>
    selection.isEmpty ? 'none' : selection.sizeOf(total) === total ? 'all' : 'some',
  )
  return (
    // biome-ignore lint/a11y/noRedundantRoles: CSS `display` removes the table roles
    <th role="columnheader" scope="col" className="absolute inset-y-0 left-0 w-13 max-md:hidden">
      <label className="grid size-full cursor-pointer place-items-center">
        <input
          type="checkbox"
          aria-label={`Odaberi sve što popis nalazi (${formatNumber(total)})`}
          checked={state === 'all'}
          ref={(box) => {
            if (box) box.indeterminate = state === 'some'
          }}
          onChange={state === 'all' ? selection.clear : selection.chooseAll}
          className={BOX_CLASSES}
        />
      </label>
    </th>
  )
}
