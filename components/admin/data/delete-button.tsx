'use client'

import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import type { Column } from '@/components/ui/data-table'
import { IconButton } from '@/components/ui/icon-button'
import { useConfirmedAction } from './use-confirmed-action'

/**
 * Either the Croatian name of the item, used as in `Obriši ulaz Sjever`, or the label of the button
 * and the whole question of the dialog.
 */
type ButtonTexts = { what: string } | { label: string; question: string }

interface Deletion {
  /** Text of the confirmation dialog, such as the consequences of the deletion. */
  children?: ReactNode
  remove: () => Promise<unknown>
  /** Entities whose lists are read again after the deletion. */
  invalidates: string[]
  successMessage: string
  /** Croatian error message, such as that of rule 13.11. The server's `detail` follows it. */
  errorMessage?: string
  /** Text of a full-size button. Without it, the button is small and shows only an icon. */
  text?: string
  onDone?: () => void
}

/**
 * Button that deletes an item of a list after a confirmation dialog. The dialog shows an error of
 * the deletion.
 */
export function DeleteButton(props: Deletion & ButtonTexts) {
  const { children, remove, invalidates, successMessage, errorMessage, text, onDone } = props
  const { label, question } =
    'what' in props ? { label: `Obriši ${props.what}`, question: `Obrisati ${props.what}?` } : props
  const { ask, confirmProps } = useConfirmedAction({
    call: remove,
    invalidates,
    successMessage,
    errorMessage,
    onDone,
    isErrorInDialog: true,
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
      <Confirm {...confirmProps} question={question} yes="Obriši" danger>
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
  propsOf: (row: Row) => ComponentProps<typeof DeleteButton>,
): Column<Row> => ({
  key: 'delete',
  label: 'Brisanje',
  align: 'right',
  phone: 'corner',
  cell: (row) => <DeleteButton {...propsOf(row)} />,
})

interface RowActions {
  /** Croatian name of the item, used as in `Uredi kontakt za Ivu`. */
  what: string
  onEdit: () => void
  deletion: Deletion
}

/** Column with an edit button (pencil) and a delete button. */
export const actionsColumn = <Row,>(actionsOf: (row: Row) => RowActions): Column<Row> => ({
  key: 'actions',
  label: 'Uređivanje i brisanje',
  phone: 'corner',
  cell: (row) => {
    const { what, onEdit, deletion } = actionsOf(row)
    return (
      <span className="flex">
        <IconButton icon={Pencil} label={`Uredi ${what}`} title="Uredi" onClick={onEdit} />
        <DeleteButton what={what} {...deletion} />
      </span>
    )
  },
})
