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
import type { Edited } from './use-edit'

interface EndProps {
  edited: Omit<Edited, 'submit'>
  isNew?: boolean
  /** The way back out of a dialog, whose buttons stand at the right, the main one last. */
  back?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** The end of a form: what is wrong with it as a whole, and its buttons. */
export function FormActions({ edited, isNew = false, back, children }: EndProps) {
  const { isPending, isDirty, problem, conflicts, giveUp } = edited
  const isDialog = back !== undefined
  const isConflict = conflicts.length > 0
  const theirs = isConflict && (
    <Button onClick={giveUp} disabled={isPending}>
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
        {isDialog && (theirs || back)}
        <Button
          type="submit"
          look="primary"
          pending={isPending}
          disabled={!isNew && !isDirty && !isPending}
        >
          {isNew ? 'Dodaj' : isConflict ? 'Spremi moje preko toga' : 'Spremi promjene'}
        </Button>
        {!isDialog && theirs}
        {children}
      </div>
    </div>
  )
}

interface DialogProps {
  title: string
  edited: Edited
  isNew?: boolean
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** What stands below the form. */
  below?: ReactNode
}

/** A form in a dialog: what was changed is not lost by closing it, unless one means to. */
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
          back={<Button onClick={close}>Odustani</Button>}
        />
      </form>
      {below && <div className="mt-6">{below}</div>}
    </Dialog>
  )
}

/** Reads what a form begins with: what is stored now, not what was there a minute ago. */
export const formItemQuery = (...of: string[]) => ({
  // Apart from the lists: a write that makes those stale changes no form that is open.
  queryKey: ['edited', ...of],
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

interface Props<Item> {
  /** Of the address; 0 is for something new (rule 13.3). */
  slug: string
  noun: string
  /** Reads the list, narrowed to the one. */
  find: (
    query: { search: string; search_fields: 'slug' },
    signal: AbortSignal,
  ) => Promise<{ rows: Item[] }>
  /** The page of the form, to whose 0 an unknown slug leads (rule 13.3). */
  page: string
  /** What is said when it cannot be had. */
  failed: string
  children: (item: Item | null) => ReactNode
}

/** Finds what a form's address is about, as it stands right now; null for something new. */
export function LoadedItem<Item>({ slug, noun, find, page, failed, children }: Props<Item>) {
  const router = useRouter()
  const isNew = slug === '0'
  const query = useQuery({
    ...formItemQuery(noun, slug),
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
