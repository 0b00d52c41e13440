import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
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
  /** Further buttons. */
  children?: ReactNode
}

/** The end of a form: what is wrong with it as a whole, and its buttons. */
export function FormEnd(props: Props) {
  const { isNew, isPending, isDirty, problem, isConflict, takeTheirs, children } = props
  return (
    <div>
      {problem && (
        <Notice tone="error" className="mb-4">
          {problem}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" pending={isPending} disabled={!isNew && !isDirty}>
          {isNew ? 'Dodaj' : isConflict ? 'Spremi moje preko toga' : 'Spremi promjene'}
        </Button>
        {isConflict && (
          <Button onClick={takeTheirs} disabled={isPending}>
            Uzmi što sada piše
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}
