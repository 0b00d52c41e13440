'use client'

import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { ApiError } from '@/lib/api-client/client'
import type { ExpectedValues } from '@/lib/http/precondition'
import { recordOf } from '@/lib/text/keys'
import { isFieldOf, type MutationOptions, showServerErrors, useApiMutation } from './use-write'

interface Editing<Values extends FieldValues, Sent extends object, Item extends object>
  extends Omit<MutationOptions<object, Item>, 'call'> {
  form: UseFormReturn<Values, unknown, Sent>
  /** What is changed; null adds one. */
  item: Item | null
  valuesOf: (item: Item) => Values
  /** By the names of the form's fields, where the thing bears others. */
  seenOf?: (item: Item) => object
  /** Sends a new one. */
  add?: (sent: Sent) => Promise<Item>
  /** Sends what differs, and what was seen of it. */
  change: (sent: Partial<Sent> & { seen: ExpectedValues }) => Promise<Item>
  /**
   * Reads the thing again once somebody was faster; then all is shown at once, and saving
   * again means to. Without it `item` itself follows what others do, and every field that
   * two have changed is settled on its own before anything can be saved.
   */
  read?: () => Promise<Item>
  /** Of a conflict: what stands in a field now, where the server's own words are no use. */
  nowReads?: (field: Path<Values>, item: Item) => string | undefined
  onSaved?: () => void
}

/**
 * The one engine of a form whose thing others may be changing too. A field that is as this
 * person saw it follows what stands there now; a changed one keeps what was seen of it and
 * sends that along, so that the server refuses whatever would overwrite unseen.
 */
export function useEdit<Values extends FieldValues, Sent extends object, Item extends object>({
  form,
  item,
  valuesOf,
  seenOf = (one) => one,
  add,
  change,
  read,
  nowReads = () => undefined,
  onSaved,
  successMessage,
  ...write
}: Editing<Values, Sent, Item>) {
  const fields = item ? (Object.keys(valuesOf(item)) as Path<Values>[]) : []
  /** The thing as it is now, as far as is known, and as each of its fields was seen. */
  const [now, setNow] = useState(item)
  const [seen, setSeen] = useState(() => seenAs(fields, item))
  form.watch()

  const stored = (field: string, of: Item) => pickOne(seenOf(of), field)
  const isMine = (field: Path<Values>, of: Item) =>
    !isSame(form.getValues(field), pickOne(valuesOf(of), field))

  const changed = fields.filter((field) => isMine(field, seen[field] as Item))
  /** Fields of which somebody else has made something else than this person has. */
  const conflicts = changed.filter(
    (field) =>
      now !== null &&
      stored(field, now) !== stored(field, seen[field] as Item) &&
      isMine(field, now),
  )

  /** Shows what stands there now in every field but those. */
  function show(next: Item, but: Path<Values>[]) {
    const values = valuesOf(next)
    for (const field of fields)
      if (!but.includes(field))
        form.setValue(field, values[field] as PathValue<Values, Path<Values>>)
    setNow(next)
    if (but.length === 0) form.clearErrors()
  }

  /** Somebody has changed it: what is typed here stays, all else follows. */
  function meet(next: Item, but = changed.filter((field) => isMine(field, next))) {
    show(next, but)
    const others = fields.filter((field) => !but.includes(field))
    setSeen((was) => ({ ...was, ...seenAs(others, next) }))
  }

  const latest = item && JSON.stringify(pick(seenOf(item), fields))
  const met = useRef(latest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `latest` is what the rest is made of
  useEffect(() => {
    if (item && met.current !== latest) meet(item)
    met.current = latest
  }, [latest])

  async function tell(error: ApiError) {
    const isConflict = error.code === 'changed_meanwhile'
    if (isConflict && !read) return
    showServerErrors(form, error)
    if (!isConflict) return
    const next = await read?.().catch(() => null)
    if (next) meet(next)
    form.setError('root', { message: error.detail })
    for (const [field, [words]] of Object.entries(error.fields))
      if (next && isFieldOf(form, field))
        form.setError(field, { message: nowReads(field, next) ?? words })
  }

  const { run, isPending } = useApiMutation<{ sent: object; send: () => Promise<Item> }, Item>({
    ...write,
    successMessage:
      typeof successMessage === 'function'
        ? (answer, { sent }) => successMessage(answer, sent)
        : successMessage,
    call: async ({ send }) => {
      const before = form.getValues()
      const after = await send()
      if (item) {
        // What has been typed since stays, now over what has just been saved.
        show(
          after,
          fields.filter((field) => form.getValues(field) !== before[field]),
        )
        setSeen(seenAs(fields, after))
      }
      return after
    },
  })

  const submit = form.handleSubmit((values) => {
    form.clearErrors()
    const then = { onSuccess: onSaved, onError: tell }
    if (!item || !now) return add && run({ sent: values, send: () => add(values) }, then)
    // Somebody else has written just this meanwhile.
    if (changed.length === 0) return onSaved?.()
    if (!read && conflicts.length > 0) return
    const over = changed.map((field) => [field, stored(field, read ? now : (seen[field] as Item))])
    const sent = { ...pick(values, changed), seen: Object.fromEntries(over) }
    run({ sent, send: () => change(sent) }, then)
  })

  const { errors, isDirty } = form.formState
  return {
    form,
    submit,
    isPending,
    isDirty: item ? changed.length > 0 : isDirty,
    /** Why the last try to save failed, where that belongs to no field. */
    problem: errors.root?.message,
    now,
    conflicts,
    /** Of two changes of a field takes one: what is there now, or over that what is typed. */
    settle(field: Path<Values>, which: 'theirs' | 'mine') {
      if (!now) return
      if (which === 'theirs')
        form.setValue(field, valuesOf(now)[field] as PathValue<Values, Path<Values>>)
      setSeen((was) => ({ ...was, [field]: now }))
      form.setFocus(field)
    },
    /** Takes what stands there now in place of all that was typed. */
    giveUp: () => now && meet(now, []),
  }
}

interface EditingForm<Values extends FieldValues, Sent extends object, Item extends object>
  extends Omit<Editing<Values, Sent, Item>, 'form'> {
  resolver: Resolver<Values, unknown, Sent>
  /** What a new one begins with. */
  blank?: Values
}

/** The same with a form made for it. */
export function useEditForm<Values extends FieldValues, Sent extends object, Item extends object>({
  resolver,
  blank,
  ...editing
}: EditingForm<Values, Sent, Item>) {
  const { item, valuesOf } = editing
  const form = useForm<Values, unknown, Sent>({
    resolver,
    defaultValues: (item ? valuesOf(item) : blank) as DefaultValues<Values>,
  })
  return useEdit({ ...editing, form })
}

export type Edited = Pick<
  ReturnType<typeof useEdit>,
  'submit' | 'isPending' | 'isDirty' | 'problem' | 'conflicts' | 'giveUp'
>

const seenAs = <Item>(fields: string[], item: Item) => recordOf(fields, () => item)

const pick = <T extends object>(from: T, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<T>

const pickOne = (from: object, name: string): unknown => Object.entries(pick(from, [name]))[0]?.[1]

const isSame = (one: unknown, other: unknown) => trimmed(one) === trimmed(other)

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
