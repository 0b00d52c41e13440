'use client'

import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import type { Column } from '@/components/ui/data-table'
import { IconButton } from '@/components/ui/icon-button'
import { useConfirmedAction } from './use-asked'

/**
 * Either the Croatian name of the item, used as in `Obriši ulaz Sjever`, or the label of the button
 * and the whole question of the dialog.
 */
type Words = { what: string } | { label: string; question: string }

interface Deletion {
  /** Text of the confirmation dialog, such as the consequences of the deletion. */
  children?: ReactNode
  remove: () => Promise<unknown>
  /** Entities whose lists are read again after the deletion. */
  stale: string[]
  done: string
  /** Croatian error message, such as that of rule 13.11. The server's `detail` follows it. */
  failed?: string
  /** Text of a full-size button. Without it, the button is small and shows only an icon. */
  text?: string
  onDone?: () => void
}

/**
 * Button that deletes an item of a list after a confirmation dialog. The dialog shows an error of
 * the deletion.
 */
export function DeleteButton(props: Deletion & Words) {
  const { children, remove, stale, done, failed, text, onDone } = props
  const { label, question } =
    'what' in props ? { label: `Obriši ${props.what}`, question: `Obrisati ${props.what}?` } : props
  const { ask, asked } = useConfirmedAction({
    call: remove,
    invalidates: stale,
    successMessage: done,
    errorMessage: failed,
    onDone,
    isToldThere: true,
  })
  return (
    <>
      {text ? (
        <Button onClick={ask}>
          <Trash2 aria-hidden="true" className="size-5 text-stop" />
          {text}
        </Button>
      ) : (
        <IconButton icon={Trash2} label={label} onClick={ask} className="hover:text-stop" />
      )}
      <Confirm {...asked} question={question} yes="Obriši" danger>
        {children}
      </Confirm>
    </>
  )
}

/**
 * Column with the delete button, for the end of a table. On a phone the button is in the corner of
 * the card.
 */
export const deleteColumn = <Row,>(
  of: (row: Row) => ComponentProps<typeof DeleteButton>,
): Column<Row> => ({
  key: 'delete',
  label: 'Brisanje',
  align: 'right',
  phone: 'corner',
  cell: (row) => <DeleteButton {...of(row)} />,
})

interface ActionsOf {
  /** Croatian name of the item, used as in `Uredi kontakt za Ivu`. */
  what: string
  onEdit: () => void
  deletion: Deletion
}

/** Column with an edit button (pencil) and a delete button. */
export const actionsColumn = <Row,>(of: (row: Row) => ActionsOf): Column<Row> => ({
  key: 'actions',
  label: 'Uređivanje i brisanje',
  phone: 'corner',
  cell: (row) => {
    const { what, onEdit, deletion } = of(row)
    return (
      <span className="flex">
        <IconButton icon={Pencil} label={`Uredi ${what}`} title="Uredi" onClick={onEdit} />
        <DeleteButton what={what} {...deletion} />
      </span>
    )
  },
})
