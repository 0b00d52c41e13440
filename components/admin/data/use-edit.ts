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

interface EditOptions<Values extends FieldValues, Sent extends object, Item extends object>
  extends Omit<MutationOptions<object, Item>, 'call'> {
  form: UseFormReturn<Values, unknown, Sent>
  /** The edited record; null adds a new record. */
  item: Item | null
  valuesOf: (item: Item) => Values
  /** Converts the record to the field names of the form, if the record has other names. */
  seenOf?: (item: Item) => object
  /** Sends a new record. */
  add?: (sent: Sent) => Promise<Item>
  /** Sends the changed fields and, as `seen`, the values of these fields that the user last saw. */
  change: (sent: Partial<Sent> & { seen: ExpectedValues }) => Promise<Item>
  /**
   * Reads the record again after a conflict with another user. The form then shows the conflicts,
   * and saving again overwrites them. Without `read`, `item` must follow live changes, and the user
   * resolves each conflicting field before saving.
   */
  read?: () => Promise<Item>
  /**
   * Returns the error text of a conflicting field with its stored value, in place of the server's
   * message.
   */
  conflictMessage?: (field: Path<Values>, item: Item) => string | undefined
  /**
   * Form fields that show a field of the record, by the record's name, if the form has no such
   * field. After a conflict about it, those that differ from the stored record show the error.
   */
  shownBy?: Partial<Record<string, Path<Values>[]>>
  onSaved?: () => void
}

/**
 * State of a form whose record other users may change at the same time. Unchanged fields follow the
 * stored record. A changed field sends the value that the user last saw as `seen`, so that the
 * server refuses to overwrite an unseen change.
 */
export function useEdit<Values extends FieldValues, Sent extends object, Item extends object>({
  form,
  item,
  valuesOf,
  seenOf = (record) => record,
  add,
  change,
  read,
  conflictMessage = () => undefined,
  shownBy = {},
  onSaved,
  successMessage,
  ...options
}: EditOptions<Values, Sent, Item>) {
  const fields = item ? (Object.keys(valuesOf(item)) as Path<Values>[]) : []
  /**
   * `now` is the latest known version of the record. `seen` contains, for each field, the version
   * of the record that the user saw.
   */
  const [now, setNow] = useState(item)
  const [seen, setSeen] = useState(() => versionPerField(fields, item))
  form.watch()

  const stored = (field: string, of: Item) => getField(seenOf(of), field)
  const differsFrom = (field: Path<Values>, of: Item) =>
    !isSame(form.getValues(field), getField(valuesOf(of), field))

  const changed = fields.filter((field) => differsFrom(field, seen[field] as Item))
  /** Changed fields to which another user has given a different value. */
  const conflicts = changed.filter(
    (field) =>
      now !== null &&
      stored(field, now) !== stored(field, seen[field] as Item) &&
      differsFrom(field, now),
  )

  /** Shows the values of `next` in all fields except those in `except`. */
  function show(next: Item, except: Path<Values>[]) {
    const values = valuesOf(next)
    for (const field of fields)
      if (!except.includes(field))
        form.setValue(field, values[field] as PathValue<Values, Path<Values>>)
    setNow(next)
    if (except.length === 0) form.clearErrors()
  }

  /**
   * Merges a newer version of the record: fields in `except` keep the typed values, all others
   * follow.
   */
  function mergeNewer(next: Item, except = changed.filter((field) => differsFrom(field, next))) {
    show(next, except)
    const others = fields.filter((field) => !except.includes(field))
    setSeen((was) => ({ ...was, ...versionPerField(others, next) }))
  }

  const latest = item && JSON.stringify(pick(seenOf(item), fields))
  const merged = useRef(latest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other values are derived from `latest`
  useEffect(() => {
    if (item && merged.current !== latest) mergeNewer(item)
    merged.current = latest
  }, [latest])

  async function showError(error: ApiError) {
    const isConflict = error.code === 'changed_meanwhile'
    if (isConflict && !read) return
    showServerErrors(form, error)
    if (!isConflict) return
    const next = await read?.().catch(() => null)
    if (!next) return form.setError('root', { message: error.detail })
    // Chosen before `mergeNewer`, which shows the stored values in the fields that this user left
    // alone.
    const conflicting = Object.entries(error.fields).flatMap(([name, [message]]) => {
      const formFields: string[] = shownBy[name]?.filter((field) => differsFrom(field, next)) ?? [
        name,
      ]
      return formFields.map((field) => ({ field, message }))
    })
    mergeNewer(next)
    form.setError('root', { message: error.detail })
    for (const { field, message } of conflicting)
      if (isFieldOf(form, field))
        form.setError(field, { message: conflictMessage(field, next) ?? message })
  }

  const { run, isPending } = useApiMutation<{ sent: object; send: () => Promise<Item> }, Item>({
    ...options,
    successMessage:
      typeof successMessage === 'function'
        ? (saved, { sent }) => successMessage(saved, sent)
        : successMessage,
    call: async ({ send }) => {
      const before = form.getValues()
      const after = await send()
      if (item) {
        // Text typed during the save stays in the form, as a change of the saved version.
        show(
          after,
          fields.filter((field) => form.getValues(field) !== before[field]),
        )
        setSeen(versionPerField(fields, after))
      }
      return after
    },
  })

  const submit = form.handleSubmit((values) => {
    form.clearErrors()
    const callbacks = { onSuccess: onSaved, onError: showError }
    if (!item || !now) return add && run({ sent: values, send: () => add(values) }, callbacks)
    // No field differs, for example because another user has stored the same values.
    if (changed.length === 0) return onSaved?.()
    if (!read && conflicts.length > 0) return
    const expected = changed.map((field) => [
      field,
      stored(field, read ? now : (seen[field] as Item)),
    ])
    const sent = { ...pick(values, changed), seen: Object.fromEntries(expected) }
    run({ sent, send: () => change(sent) }, callbacks)
  })

  const { errors, isDirty } = form.formState
  return {
    form,
    submit,
    isPending,
    isDirty: item ? changed.length > 0 : isDirty,
    /** Error of the last save that belongs to no field. */
    problem: errors.root?.message,
    now,
    conflicts,
    /**
     * Resolves a conflicting field: `theirs` takes the stored value, `mine` keeps the typed value,
     * which the next save writes over the stored value.
     */
    resolveConflict(field: Path<Values>, which: 'theirs' | 'mine') {
      if (!now) return
      if (which === 'theirs')
        form.setValue(field, valuesOf(now)[field] as PathValue<Values, Path<Values>>)
      setSeen((was) => ({ ...was, [field]: now }))
      form.setFocus(field)
    },
    /** Discards all typed values and shows the latest known version of the record. */
    discardChanges: () => now && mergeNewer(now, []),
  }
}

interface EditFormOptions<Values extends FieldValues, Sent extends object, Item extends object>
  extends Omit<EditOptions<Values, Sent, Item>, 'form'> {
  resolver: Resolver<Values, unknown, Sent>
  /** Initial values of a new record. */
  blank?: Values
}

/** useEdit with a form that it creates itself. */
export function useEditForm<Values extends FieldValues, Sent extends object, Item extends object>({
  resolver,
  blank,
  ...options
}: EditFormOptions<Values, Sent, Item>) {
  const { item, valuesOf } = options
  const form = useForm<Values, unknown, Sent>({
    resolver,
    defaultValues: (item ? valuesOf(item) : blank) as DefaultValues<Values>,
  })
  return useEdit({ ...options, form })
}

export type EditState = Pick<
  ReturnType<typeof useEdit>,
  'submit' | 'isPending' | 'isDirty' | 'problem' | 'conflicts' | 'discardChanges'
>

const versionPerField = <Item>(fields: string[], item: Item) => recordOf(fields, () => item)

const pick = <T extends object>(from: T, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<T>

const getField = (from: object, name: string): unknown => Object.entries(pick(from, [name]))[0]?.[1]

const isSame = (a: unknown, b: unknown) => trimmed(a) === trimmed(b)

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
