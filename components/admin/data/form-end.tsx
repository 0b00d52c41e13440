import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'

interface Props {
  isNew: boolean
  isPending: boolean
  isDirty: boolean
  /** What belongs to no field. */
  problem?: string
  /** Somebody else was faster, and what they have written is known by now. */
  isConflict: boolean
  takeTheirs: () => void
  /** The way back out of a dialog, whose buttons stand at the right, the main one last. */
  back?: ReactNode
  /** Further buttons. */
  children?: ReactNode
}

/** The end of a form: what is wrong with it as a whole, and its buttons. */
export function FormEnd(props: Props) {
  const { isNew, isPending, isDirty, problem, isConflict, takeTheirs, back, children } = props
  const isDialog = back !== undefined
  const theirs = isConflict && (
    <Button onClick={takeTheirs} disabled={isPending}>
      Uzmi što sada piše
    </Button>
  )
  return (
    <div>
      {problem && (
        <Notice tone="error" className={classes('mb-4', isDialog && 'bg-panel-2')}>
          {problem}
        </Notice>
      )}
      <div
        className={classes(
          'flex flex-wrap items-center gap-2',
          isDialog && 'justify-end max-sm:*:grow',
        )}
      >
        {isDialog && (theirs || back)}
        <Button type="submit" look="primary" pending={isPending} disabled={!isNew && !isDirty}>
          {isNew ? 'Dodaj' : isConflict ? 'Spremi moje preko toga' : 'Spremi promjene'}
        </Button>
        {!isDialog && theirs}
        {children}
      </div>
    </div>
  )
}
