'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, useState } from 'react'
import { type DefaultValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useEdit } from '@/components/admin/data/use-edit'
import type { OnProgress } from '@/lib/http/client'

export interface WithImage {
  /** What is about to be sent; none keeps what is stored. */
  image?: File
}

interface Sending {
  body: FormData
  onProgress: OnProgress
}

interface Options<Values, Item> {
  /** What the server checks by too: of something new, and of a change. */
  schemas: { add: z.ZodType; change: z.ZodType }
  /** What is changed; null adds. */
  item: Item | null
  blank: Values
  valuesOf: (item: Item) => Values
  seenOf?: (item: Item) => object
  calls: {
    add: (form: Sending) => Promise<Item>
    change: (id: number, form: Sending) => Promise<Item>
    read: (id: number) => Promise<Item>
  }
  noun: string
  /** Of a conflict: what stands in the field now, where the server's own words are no use. */
  nowReads: (field: string, item: Item) => string | undefined
  done: (item: Item) => string
  failed: string
  onSaved: () => void
}

/** A form that adds or changes a thing with a picture. */
export function useFormWithImage<
  Values extends WithImage & object,
  Item extends { id: number; image: string },
>(options: Options<Values, Item>) {
  const { schemas, item, blank, calls, noun, done, failed, onSaved } = options
  const { valuesOf, seenOf, nowReads } = options
  const [progress, setProgress] = useState<number | null>(null)
  // Until a chosen picture has been read, there is none to send.
  const [isReading, setReading] = useState(false)
  const form = useForm<Values>({
    resolver: zodResolver(
      (item ? schemas.change : schemas.add) as z.ZodType<unknown, Values>,
      undefined,
      { raw: true },
    ) as Resolver<Values>,
    defaultValues: (item ? valuesOf(item) : blank) as DefaultValues<Values>,
  })
  const edited = useEdit({
    form,
    item,
    valuesOf,
    seenOf,
    nowReads,
    call: (sent) => {
      const body = toForm(sent)
      if (body.has('image')) setProgress(0)
      const onProgress = (part: number) => setProgress((before) => (before === null ? null : part))
      const sending = { body, onProgress }
      const answer = item ? calls.change(item.id, sending) : calls.add(sending)
      return answer.finally(() => setProgress(null))
    },
    read: item ? () => calls.read(item.id) : undefined,
    stale: [noun],
    done,
    failed,
    onSaved,
  })

  return {
    ...edited,
    submit: (event: FormEvent) => {
      event.preventDefault()
      return isReading ? undefined : edited.submit(event)
    },
    isPending: edited.isPending || isReading,
    progress,
    isReading,
    setReading,
  }
}

/** Switches travel as '0' and '1', and what was seen as JSON beside the file. */
function toForm(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value)
    else if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
    else if (typeof value === 'object') form.append(name, JSON.stringify(value))
    else if (value !== undefined) form.append(name, String(value))
  return form
}
