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
import { type MutationOptions, showServerErrors, useApiMutation } from './use-write'

interface Adding<Values extends FieldValues, Sent, Answer>
  extends Omit<MutationOptions<Sent, Answer>, 'failed'> {
  resolver: Resolver<Values, unknown, Sent>
  blank: Values
  /** Where the keyboard goes for the next one. */
  first: Path<Values>
  /** What the next one begins with, where that is not blank. */
  next?: (added: Values) => Values
  /** The field of which there may be only one of each. */
  unique?: Path<Values>
}

/** A form that adds one after another: emptied when one is in, kept as typed when it is not. */
export function useAddForm<Values extends FieldValues, Sent, Answer>({
  resolver,
  blank,
  first,
  next = () => blank,
  unique,
  ...write
}: Adding<Values, Sent, Answer>) {
  const form = useForm<Values, unknown, Sent>({
    resolver,
    defaultValues: blank as DefaultValues<Values>,
  })
  const { run, isPending } = useApiMutation({ ...write, errorMessage: null })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: () => {
        const empty = next(form.getValues())
        // In this order: a form that has been reset knows its fields from the next render on.
        form.setFocus(first)
        form.reset(empty)
      },
      onError: (error) =>
        unique && error.code === 'already_exists'
          ? form.setError(unique, { message: error.detail }, { shouldFocus: true })
          : showServerErrors(form, error),
    }),
  )
  const { isDirty, errors } = form.formState
  return { form, submit, isPending, isDirty, problem: errors.root?.message }
}

type Adder = Pick<ReturnType<typeof useAddForm>, 'submit' | 'isPending' | 'isDirty' | 'problem'>

interface Props {
  /** What is added: names the form, and opens it on a phone. */
  label: string
  adding: Adder
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
            {/* Level with the inputs, whose labels stand above them. */}
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
  /** Names the form. */
  label: string
  /** The list of those there are. */
  all: { href: string; label: string }
  adding: Adder
  /** The fields. */
  children: ReactNode
}

/** A screen that adds one after another, where there are too many fields to stand above a list. */
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
