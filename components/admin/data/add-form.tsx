'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { classes } from '@/components/ui/classes'
import { Notice } from '@/components/ui/notice'
import { LeaveGuard } from './leave-guard'
import { ScreenHead } from './screen-head'
import {
  type MutationOptions,
  resetAfterSending,
  showServerErrors,
  useApiMutation,
} from './use-write'

interface AddFormOptions<Values extends FieldValues, Sent, Output>
  extends Omit<MutationOptions<Sent, Output>, 'errorMessage'> {
  resolver: Resolver<Values, unknown, Sent>
  blank: Values
  /** Field that gets the focus after an item was added. */
  first: Path<Values>
  /** Returns the values of the form for the next item. Default: `blank`. */
  next?: (added: Values) => Values
  /** Field with a unique value. An `already_exists` error is shown at this field. */
  unique?: Path<Values>
}

/**
 * State of a form that adds several items one after another. A success empties the form, except for
 * text that was typed during the request; an error keeps the typed values.
 */
export function useAddForm<Values extends FieldValues, Sent, Output>({
  resolver,
  blank,
  first,
  next = () => blank,
  unique,
  ...options
}: AddFormOptions<Values, Sent, Output>) {
  const form = useForm<Values, unknown, Sent>({
    resolver,
    defaultValues: blank as DefaultValues<Values>,
  })
  const { run, isPending } = useApiMutation({ ...options, errorMessage: null })
  const submit = form.handleSubmit((body) => {
    const sent = form.getValues()
    run(body, {
      onSuccess: () => {
        // Sets the focus before the reset: after a reset, the form knows its fields only from the
        // next render on.
        form.setFocus(first)
        resetAfterSending(form, sent, next(sent))
      },
      onError: (error) =>
        unique && error.code === 'already_exists'
          ? form.setError(unique, { message: error.detail }, { shouldFocus: true })
          : showServerErrors(form, error),
    })
  })
  const { isDirty, errors } = form.formState
  return { form, submit, isPending, isDirty, problem: errors.root?.message }
}

type AddFormState = Pick<
  ReturnType<typeof useAddForm>,
  'submit' | 'isPending' | 'isDirty' | 'problem'
>

interface Props {
  /** Accessible name of the form, and text of the button that opens the form on a phone. */
  label: string
  adding: AddFormState
  /**
   * Classes for the grid columns of the fields and the submit button. On a phone all are in one
   * column.
   */
  className?: string
  /** Content below the form, such as help for filling it in. */
  below?: ReactNode
  children: ReactNode
}

/**
 * Form above a list that adds an item to the list. On a phone a button opens the form, because
 * users come mainly for the list.
 */
export function AddForm({ label, adding, className, below, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="mb-6">
      <LeaveGuard isDirty={adding.isDirty} isPending={adding.isPending} />
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
        <form aria-label={label} onSubmit={adding.submit} noValidate>
          <div className={classes('grid items-start gap-x-3 gap-y-4', className)}>
            {children}
            {/* Aligns the button with the inputs, which have their labels above them. */}
            <Button type="submit" look="primary" pending={adding.isPending} className="md:mt-6">
              Dodaj
            </Button>
          </div>
          <Notice tone="error" className="mt-4 bg-panel-2">
            {adding.problem}
          </Notice>
        </form>
        {below}
      </div>
    </section>
  )
}

interface ScreenProps {
  title: string
  /** Accessible name of the form. */
  label: string
  /** Link to the list of existing items. */
  all: { href: string; label: string }
  adding: AddFormState
  /** The fields of the form. */
  children: ReactNode
}

/**
 * Screen with a form that adds several items one after another. For entities with too many fields
 * for a form above a list.
 */
export function AddScreen({ title, label, all, adding, children }: ScreenProps) {
  const { submit, isPending, isDirty, problem } = adding
  return (
    <>
      <LeaveGuard isDirty={isDirty} isPending={isPending} />
      <ScreenHead title={title}>
        <ButtonLink href={all.href}>{all.label}</ButtonLink>
      </ScreenHead>
      <form
        aria-label={label}
        onSubmit={submit}
        noValidate
        className="max-w-2xl space-y-5 rounded-lg border border-edge bg-panel p-4 md:p-6"
      >
        {children}
        <Notice tone="error" className="bg-panel-2">
          {problem}
        </Notice>
        <Button type="submit" look="primary" pending={isPending} className="w-full sm:w-auto">
          Dodaj
        </Button>
      </form>
    </>
  )
}
