'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { ConfirmDiscard, LeaveGuard } from './leave-guard'
import { QueryState } from './list-state'
import type { EditState } from './use-edit'

interface FormActionsProps {
  edited: Omit<EditState, 'submit'>
  isNew?: boolean
  /**
   * Cancel button of a form in a dialog. With it, the buttons are aligned right and the submit
   * button comes after it.
   */
  cancelButton?: ReactNode
  /** More buttons, at the end. */
  children?: ReactNode
}

/** End of a form: the error of the form as a whole, and the buttons. */
export function FormActions({ edited, isNew = false, cancelButton, children }: FormActionsProps) {
  const { isPending, isDirty, problem, conflicts, discardChanges } = edited
  const isDialog = cancelButton !== undefined
  const isConflict = conflicts.length > 0
  const discardButton = isConflict && (
    <Button onClick={discardChanges} disabled={isPending}>
      Uzmi što sada piše
    </Button>
  )
  return (
    <div>
      <Notice tone="error" className={classes('mb-4', isDialog && 'bg-panel-2')}>
        {problem}
      </Notice>
      <div
        className={classes(
          'flex flex-wrap items-center gap-2',
          isDialog && 'justify-end max-sm:*:grow',
        )}
      >
        {isDialog && (discardButton || cancelButton)}
        <Button
          type="submit"
          look="primary"
          pending={isPending}
          disabled={!isNew && !isDirty && !isPending}
        >
          {isNew ? 'Dodaj' : isConflict ? 'Spremi moje preko toga' : 'Spremi promjene'}
        </Button>
        {!isDialog && discardButton}
        {children}
      </div>
    </div>
  )
}

interface DialogProps {
  title: string
  edited: EditState
  isNew?: boolean
  onClose: () => void
  /** The fields of the form. */
  children: ReactNode
  /** Content below the form. */
  below?: ReactNode
}

/** Form in a dialog. Closing the dialog with unsaved changes asks for confirmation first. */
export function EditDialog({ title, edited, isNew, onClose, children, below }: DialogProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => (edited.isDirty ? setAsking(true) : onClose())
  return (
    <Dialog open onClose={close} title={title}>
      <LeaveGuard isDirty={edited.isDirty} isPending={edited.isPending} />
      <ConfirmDiscard open={isAsking} onYes={onClose} onNo={() => setAsking(false)} />
      <form aria-label={title} onSubmit={edited.submit} noValidate className="space-y-5">
        {children}
        <FormActions
          edited={edited}
          isNew={isNew}
          cancelButton={<Button onClick={close}>Odustani</Button>}
        />
      </form>
      {below && <div className="mt-6">{below}</div>}
    </Dialog>
  )
}

/**
 * Query options for the item of a form. The item is read from the server when the form opens, and
 * not again while it is open.
 */
export const formItemQuery = (...key: string[]) => ({
  // The query key differs from those of the lists: a write that makes the lists stale does not
  // change an open form.
  queryKey: ['edited', ...key],
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

interface Props<Item> {
  /** Slug in the URL of the form. The slug 0 creates a new item (rule 13.3). */
  slug: string
  entity: string
  /** Reads the list, filtered by the slug. */
  find: (
    query: { search: string; search_fields: 'slug' },
    signal: AbortSignal,
  ) => Promise<{ rows: Item[] }>
  /**
   * Path of the form's page without the slug. An unknown slug is redirected to slug 0 (rule 13.3).
   */
  page: string
  /** Croatian message if the item cannot be read. The server's `detail` follows it. */
  failed: string
  children: (item: Item | null) => ReactNode
}

/**
 * Reads the item of a form by the slug in the URL and renders `children` with the item; null for a
 * new item.
 */
export function LoadedItem<Item>({ slug, entity, find, page, failed, children }: Props<Item>) {
  const router = useRouter()
  const isNew = slug === '0'
  const query = useQuery({
    ...formItemQuery(entity, slug),
    queryFn: async ({ signal }) => {
      const { rows } = await find({ search: slug, search_fields: 'slug' }, signal)
      return { item: rows[0] ?? null }
    },
    enabled: !isNew,
  })
  const { data } = query
  const isUnknown = data?.item === null

  useEffect(() => {
    if (isUnknown) router.replace(`${page}/0`)
  }, [isUnknown, page, router])

  if (isNew) return children(null)
  if (data?.item) return children(data.item)
  return <QueryState query={query} failed={failed} />
}
