'use client'

import { Pencil, Trash2 } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import type { Column } from '@/components/ui/data-table'
import { IconButton } from '@/components/ui/icon-button'
import { useConfirmedAction } from './use-asked'

/** What it deletes, as in `Obriši ulaz Sjever`; or the button's name and the question in full. */
type Words = { what: string } | { label: string; question: string }

interface Deletion {
  /** What the deletion brings with it. */
  children?: ReactNode
  remove: () => Promise<unknown>
  /** The nouns whose lists this makes stale. */
  stale: string[]
  done: string
  /** The sentence of the rules for the failure, before the server's own words. */
  failed?: string
  /** A button with this word instead of the small one with the icon alone. */
  text?: string
  onDone?: () => void
}

/** Deletes one thing of a list, once it has been asked about; a refusal is told right there. */
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

/** The last column of a table, in the corner of a phone's cards. */
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
  /** What is changed or deleted, as in `Uredi kontakt za Ivu`. */
  what: string
  onEdit: () => void
  deletion: Deletion
}

/** The same with a pencil beside it. */
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
