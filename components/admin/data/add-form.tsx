'use client'

import { Plus } from 'lucide-react'
import { type FormEventHandler, type ReactNode, useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'

interface Props {
  /** What is added: names the form, and opens it on a phone. */
  label: string
  onSubmit: FormEventHandler
  isPending: boolean
  /** What belongs to no field. */
  error?: string
  /** The columns of the fields and the button; on a phone they stand below each other. */
  className?: string
  /** What helps to fill it in. */
  below?: ReactNode
  children: ReactNode
}

/**
 * The form above a list that adds one to it: its fields, and Dodaj. On a phone it opens by a
 * button, since the list is what people come for.
 */
export function AddForm(props: Props) {
  const { label, onSubmit, isPending, error, className, below, children } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="mb-6">
      <Button
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="w-full md:hidden"
      >
        <Plus
          aria-hidden="true"
          className={classes('size-5 transition-transform', isOpen && 'rotate-45')}
        />
        {label}
      </Button>
      <div
        id={id}
        className={classes(
          'rounded-lg border border-edge bg-panel p-4 max-md:mt-3 md:p-5',
          !isOpen && 'max-md:hidden',
        )}
      >
        <form aria-label={label} onSubmit={onSubmit} noValidate>
          <div className={classes('grid items-start gap-x-3 gap-y-4', className)}>
            {children}
            {/* Level with the inputs, whose labels stand above them. */}
            <Button type="submit" look="primary" pending={isPending} className="md:mt-6">
              Dodaj
            </Button>
          </div>
          {error && (
            <Notice tone="error" className="mt-4 bg-panel-2">
              {error}
            </Notice>
          )}
        </form>
        {below}
      </div>
    </section>
  )
}
