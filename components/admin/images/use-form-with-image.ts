'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type DefaultValues, type Path, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { showServerErrors } from '@/components/admin/data/form-errors'
import { useWrite } from '@/components/admin/data/use-write'
import { type ApiError, api, apiForm } from '@/lib/http/client'

export interface WithImage {
  /** What is about to be sent; none keeps what is stored. */
  image?: File
}

type Texts = Record<string, string>

interface Options<Values, Item> {
  /** What the server checks by too: of something new, and of a change. */
  schemas: { add: z.ZodType; change: z.ZodType }
  /** What is changed; null adds. */
  item: Item | null
  blank: Values
  valuesOf: (item: Item) => Values
  /** The API's address of the list, `/lineup/`. */
  path: string
  noun: string
  /** Of a conflict: what stands in the field now, where the server's own words are no use. */
  nowReads: (field: string, item: Item) => string | undefined
  done: (item: Item) => string
  failed: string
  onSaved: (item: Item) => void
}

/**
 * A form that adds or changes a thing with a picture. Only what differs is sent, with what
 * was seen of it; whoever finds it changed meanwhile is told and may then save over it.
 */
export function useFormWithImage<
  Values extends WithImage & object,
  Item extends { id: number; image: string },
>(options: Options<Values, Item>) {
  const { schemas, item, blank, valuesOf, path, noun, nowReads, done, failed, onSaved } = options
  // What was there when the form was opened; a list that is read again does not change it.
  const [opened] = useState(item)
  const seen = useRef(opened && textsOf(valuesOf(opened), opened.image))
  const [current, setCurrent] = useState<Item | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const form = useForm<Values>({
    resolver: zodResolver(
      (opened ? schemas.change : schemas.add) as z.ZodType<unknown, Values>,
      undefined,
      { raw: true },
    ) as Resolver<Values>,
    defaultValues: (opened ? valuesOf(opened) : blank) as DefaultValues<Values>,
  })
  const { run, isPending } = useWrite({
    call: async (body: FormData) => {
      if (body.has('image')) setProgress(0)
      const [method, address] = opened
        ? (['PUT', `${path}${opened.id}/`] as const)
        : (['POST', path] as const)
      return apiForm<Item>(method, address, body, (part) =>
        setProgress((before) => (before === null ? null : part)),
      ).finally(() => setProgress(null))
    },
    stale: [noun],
    done,
    failed,
  })

  async function tell(error: ApiError) {
    showServerErrors(form, error)
    if (error.code !== 'changed_meanwhile' || !opened) return
    form.setError('root', { message: error.detail })
    const now = await api<Item>('GET', `${path}${opened.id}/`).catch(() => null)
    if (!now) return
    // It has been shown beside the fields, so the next time it may be saved over.
    seen.current = textsOf(valuesOf(now), now.image)
    setCurrent(now)
    for (const field of Object.keys(error.fields)) {
      const message = nowReads(field, now)
      if (message) form.setError(field as Path<Values>, { message })
    }
  }

  const submit = form.handleSubmit((values) => {
    const body = changedFields(values, seen.current)
    // Somebody else has written just this meanwhile.
    if (opened && [...body.keys()].length === 0) return onSaved(current ?? opened)
    if (seen.current) body.append('seen', JSON.stringify(pick(seen.current, [...body.keys()])))
    run(body, { onSuccess: onSaved, onError: tell })
  })

  /** Takes what somebody else has written in place of one's own. */
  function takeTheirs() {
    if (!current) return
    form.reset(valuesOf(current))
    setCurrent(null)
  }

  return { form, submit, isPending, progress, current, takeTheirs }
}

function textsOf<Values extends WithImage & object>(values: Values, image: string): Texts {
  const { image: _, ...texts } = values
  const pairs = Object.entries(texts).map(([name, value]) => [name, textOf(value)])
  return { ...Object.fromEntries(pairs), image }
}

/** Switches travel as '0' and '1'. */
const textOf = (value: unknown) =>
  typeof value === 'boolean' ? (value ? '1' : '0') : String(value ?? '')

function changedFields(values: object, seen: Texts | null): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(values)) {
    if (value instanceof File) body.append(name, value)
    else if (name !== 'image' && textOf(value).trim() !== seen?.[name])
      body.append(name, textOf(value))
  }
  return body
}

const pick = (texts: Texts, names: string[]): Texts =>
  Object.fromEntries(names.map((name) => [name, texts[name] ?? '']))
