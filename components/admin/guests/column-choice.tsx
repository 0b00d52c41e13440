'use client'

import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { GUEST_COLUMNS } from '@/lib/column-choice/schema'
import { COLUMNS, useGuestColumns } from './guest-columns'

/**
 * Button and dialog for choosing the columns of the guest list. The server stores the choice for
 * the user, so it applies on all devices.
 */
export function ColumnChoice() {
  const [isOpen, setOpen] = useState(false)
  const { columns, isDefault, isFailed, choose, toggle } = useGuestColumns()
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="-my-3 inline-flex items-center gap-2 py-3 underline hover:text-text"
      >
        <Columns3 aria-hidden="true" className="size-4" />
        Stupci
      </button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Što popis prikazuje"
        footer={
          <>
            <Button onClick={() => choose(null)} disabled={isDefault}>
              Vrati uobičajeno
            </Button>
            <Button look="primary" onClick={() => setOpen(false)}>
              Gotovo
            </Button>
          </>
        }
      >
        <Notice tone="error" className="mb-4">
          {isFailed ? 'Izbor nije spremljen. Pokušaj ponovno.' : null}
        </Notice>
        <fieldset>
          <legend className="mb-3 text-sm text-muted">
            Ime se vidi uvijek. Izbor vrijedi samo za tebe, na svim tvojim uređajima; na mobitelu
            stoji u drugom retku.
          </legend>
          <div className="grid gap-x-4 sm:grid-cols-2">
            {GUEST_COLUMNS.map((column) => (
              <label key={column} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  checked={columns.includes(column)}
                  onChange={() => toggle(column)}
                  className="size-5 accent-accent"
                />
                {COLUMNS[column].label}
              </label>
            ))}
          </div>
        </fieldset>
      </Dialog>
    </>
  )
}
