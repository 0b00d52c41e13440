'use client'

import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type ApiError, api } from '@/lib/http/client'
import { showServerErrors } from './form-errors'

interface Editing<Values extends FieldValues, Item> {
  form: UseFormReturn<Values>
  /** As it was when the form was opened; null for something new. */
  item: Item | null
  /** The API's address of the thing. */
  path: string
  valuesOf: (item: Item) => Values
  /** By the names of the form's fields, where the thing bears others. */
  seenOf?: (item: Item) => object
  /** Of a conflict: what stands in a field now, where the server's own words are no use. */
  nowReads?: (field: string, item: Item) => string | undefined
}

/**
 * A form of a thing that others may be changing too. Only the fields that this person has
 * changed are sent, with what was seen of them. Whoever finds one changed meanwhile reads
 * beside it what stands there now, and may save over that; all other fields follow.
 */
export function useEdit<Values extends FieldValues, Item extends object>({
  form,
  item,
  path,
  valuesOf,
  seenOf = (one) => one,
  nowReads = () => undefined,
}: Editing<Values, Item>) {
  // A list that is read again changes nothing under the hands of who is typing.
  const [known, setKnown] = useState(item)
  const [isConflict, setConflict] = useState(false)
  const { dirtyFields } = form.formState

  /** The body of the change: what differs, and what was seen of it; null when nothing does. */
  function changeOf(values: object) {
    const names = Object.keys(dirtyFields)
    if (!known || names.length === 0) return null
    return { ...pick(values, names), seen: pick(seenOf(known), names) }
  }

  async function tell(error: ApiError) {
    showServerErrors(form, error)
    if (error.code !== 'changed_meanwhile') return
    form.setError('root', { message: error.detail })
    const now = await api<Item>('GET', path).catch(() => null)
    if (!now) return
    // It is about to be shown beside the fields, so the next time it may be saved over.
    setKnown(now)
    setConflict(true)
    form.reset(valuesOf(now), { keepDirtyValues: true, keepDirty: true, keepIsSubmitted: true })
    form.setError('root', { message: error.detail })
    for (const [field, [words]] of Object.entries(error.fields))
      form.setError(field as Path<Values>, { message: nowReads(field, now) ?? words })
  }

  /** Takes what somebody else has written in place of one's own. */
  function takeTheirs() {
    if (known) form.reset(valuesOf(known))
    setConflict(false)
  }

  return { known, changeOf, isConflict, tell, takeTheirs }
}

const pick = (from: object, names: string[]) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name)))
