'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type Control,
  Controller,
  type DefaultValues,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { FormEnd } from '@/components/admin/data/edit-form'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { useEdit } from '@/components/admin/data/use-edit'
import type { OnProgress } from '@/lib/http/client-types'
import { ImageField } from './image-field'

export interface WithImage {
  /** What is about to be sent; none keeps what is stored. */
  image?: File
}

interface Sending {
  body: FormData
  onProgress: OnProgress
}

interface Stored {
  id: number
  name: string
  image: string
}

interface Props<Values, Item> {
  noun: string
  /** The screen of all of them, to which one comes back. */
  list: string
  /** The form's name, and what the button that deletes it says: `Obriši izvođača`. */
  label: string
  toDelete: string
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
    remove: (id: number) => Promise<unknown>
  }
  /** The spec's sentences (sections 5 and 8). */
  words: Record<'saveFailed' | 'deleteFailed' | 'confirmDelete', string>
  /** Of a conflict: what stands in the field now, where the server's own words are no use. */
  nowReads: (field: string, item: Item) => string | undefined
  picture: { label: string; kind: 'photo' | 'logo'; ratio: number }
  /** What is deleted with it. */
  warning?: ReactNode
  fields: (form: UseFormReturn<Values & object>) => ReactNode
}

/** The form that adds a thing with a picture, last in its list, or changes or deletes one. */
export function FormWithImage<Values extends WithImage & object, Item extends Stored>(
  props: Props<Values, Item>,
) {
  const { noun, list, label, toDelete, item, calls, words, picture, warning, fields } = props
  const router = useRouter()
  const onSaved = () => router.push(list)
  const edited = useFormWithImage({ ...props, onSaved })
  const { form, submit, isPending, isDirty, now, progress, isReading, setReading } = edited
  return (
    <form
      aria-label={label}
      onSubmit={submit}
      noValidate
      className="grid items-start gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <LeaveGuard isDirty={isDirty && !isPending} />
      <Controller
        control={form.control as unknown as Control<WithImage>}
        name="image"
        render={({ field: { ref, value, onChange }, fieldState: { error } }) => (
          <ImageField
            ref={ref}
            {...picture}
            value={value}
            onChange={onChange}
            stored={now?.image}
            error={error?.message}
            progress={progress}
            isReading={isReading}
            setReading={setReading}
          />
        )}
      />
      <div className="space-y-5">
        {fields(form)}
        <FormEnd edited={edited} isNew={!item}>
          {item && (
            <DeleteButton
              text="Obriši"
              label={`${toDelete} ${item.name}`}
              question={words.confirmDelete}
              remove={() => calls.remove(item.id)}
              stale={[noun]}
              done={`${item.name}: obrisano.`}
              failed={words.deleteFailed}
              onDone={onSaved}
            >
              {warning}
            </DeleteButton>
          )}
        </FormEnd>
      </div>
    </form>
  )
}

/** Its state: what is sent goes as a form, whose picture tells how far it has got. */
function useFormWithImage<Values extends WithImage & object, Item extends Stored>(
  options: Props<Values, Item> & { onSaved: () => void },
) {
  const { noun, schemas, item, blank, calls, words, valuesOf, seenOf, nowReads, onSaved } = options
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
    done: ({ name }) => `${name}: ${item ? 'spremljeno' : 'dodano na kraj popisa'}.`,
    failed: words.saveFailed,
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
