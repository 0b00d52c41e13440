'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'
import {
  type Control,
  type DefaultValues,
  type Path,
  type UseFormReturn,
  useController,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { FormActions, LoadedItem } from '@/components/admin/data/edit-form'
import { LeaveGuard } from '@/components/admin/data/leave-guard'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useEdit } from '@/components/admin/data/use-edit'
import { untypedApi } from '@/lib/api-client/client'
import type { RowOf } from '@/lib/api-client/types'
import { ImageField } from './image-field'

export interface WithImage {
  /** New picture to be uploaded. Undefined keeps the stored picture. */
  image?: File
  visible: boolean
}

/**
 * Entities with a picture. The name is part of their API paths and of the URLs of their screens.
 */
type Noun = 'lineup' | 'sponsors'
type Item<N extends Noun> = RowOf<`/${N}`> & { id: number; name: string; image: string }

interface Props<N extends Noun, Values> {
  noun: N
  /** Croatian name of the entity in the accusative, as in `Uredi izvođača`. */
  whom: string
  /** Accessible name of the form: for an existing item, and for a new item. */
  called: [one: string, newOne: string]
  /** Validation schemas for a new item and for a change. The server uses them too. */
  schemas: { add: z.ZodType; change: z.ZodType }
  blank: Values
  valuesOf: (item: Item<N>) => Values
  seenOf?: (item: Item<N>) => object
  /** Messages for failures, and the question before a deletion (rules 5.1, 13.7 and 13.11). */
  words: Record<'loadFailed' | 'saveFailed' | 'deleteFailed' | 'confirmDelete', string>
  /**
   * Describes the current value of a field after a conflict. Undefined shows the message of the
   * server.
   */
  nowReads: (field: Path<Values & object>, item: Item<N>) => string | undefined
  picture: { label: string; kind: 'photo' | 'logo'; ratio: number }
  /** Text in the deletion dialog about the records that are deleted together with the item. */
  warning: (item: Item<N>) => ReactNode
  fields: (form: UseFormReturn<Values & object>) => ReactNode
}

interface ScreenProps<N extends Noun, Values> extends Props<N, Values> {
  /** Slug in the URL of the screen. `0` creates an item. */
  slug: string
  /** Renders the content around the form, and below it. */
  frame: (form: ReactNode, item: Item<N> | null) => ReactNode
}

/**
 * Screen that creates, edits or deletes an item with a picture. A new item becomes the last of its
 * list.
 */
export function EditWithImage<N extends Noun, Values extends WithImage & object>(
  props: ScreenProps<N, Values>,
) {
  const { slug, noun, whom, words, frame } = props
  return (
    <LoadedItem<Item<N>>
      slug={slug}
      noun={noun}
      find={(query, signal) => untypedApi('GET', `/${noun}`, { query, signal })}
      page={`/admin/${noun}-add`}
      failed={words.loadFailed}
    >
      {(item) =>
        frame(
          <>
            <ScreenHead title={`${item ? 'Uredi' : 'Dodaj'} ${whom}`} />
            <FormWithImage {...props} item={item} />
          </>,
          item,
        )
      }
    </LoadedItem>
  )
}

interface FormProps<N extends Noun, Values> extends Props<N, Values> {
  /** The item to edit; null creates one. */
  item: Item<N> | null
}

function FormWithImage<N extends Noun, Values extends WithImage & object>(
  props: FormProps<N, Values>,
) {
  const { noun, whom, called, item, words, picture, warning, fields } = props
  const router = useRouter()
  const onSaved = () => router.push(`/admin/${noun}-list`)
  const edited = useFormWithImage({ ...props, onSaved })
  const { form, submit, isPending, isDirty, now, progress, isReading, setReading } = edited
  const { field, fieldState } = useController({
    // The cast is needed because the form type is a type parameter, so TypeScript cannot know that
    // it has the field `image`.
    control: form.control as unknown as Control<WithImage>,
    name: 'image',
  })
  return (
    <form
      aria-label={called[item ? 0 : 1]}
      onSubmit={submit}
      noValidate
      className="grid items-start gap-6 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]"
    >
      <LeaveGuard isDirty={isDirty} isPending={isPending} />
      <ImageField
        {...picture}
        progress={progress}
        isReading={isReading}
        setReading={setReading}
        ref={field.ref}
        value={field.value}
        onChange={field.onChange}
        stored={now?.image}
        error={fieldState.error?.message}
      />
      <div className="space-y-5">
        {fields(form)}
        <FormActions edited={edited} isNew={!item}>
          {item && (
            <DeleteButton
              text="Obriši"
              label={`Obriši ${whom} ${item.name}`}
              question={words.confirmDelete}
              remove={() => untypedApi('DELETE', `/${noun}/[id]`, { params: { id: item.id } })}
              stale={[noun]}
              done={`${item.name}: obrisano.`}
              failed={words.deleteFailed}
              onDone={onSaved}
            >
              {warning(item)}
            </DeleteButton>
          )}
        </FormActions>
      </div>
    </form>
  )
}

/**
 * State of a form with a picture. Values are sent as multipart form data. `progress` is the upload
 * progress if a picture is sent.
 */
function useFormWithImage<N extends Noun, Values extends WithImage & object>(
  options: FormProps<N, Values> & { onSaved: () => void },
) {
  const { noun, schemas, item, blank, words, valuesOf, seenOf, nowReads, onSaved } = options
  const path = `/${noun}/[id]`
  const params = { id: item?.id }
  const [progress, setProgress] = useState<number | null>(null)
  // While a chosen picture is being read, there is no picture to send.
  const [isReading, setReading] = useState(false)
  const form = useForm<Values>({
    resolver: zodResolver(
      (item ? schemas.change : schemas.add) as z.ZodType<unknown, Values>,
      undefined,
      { raw: true },
    ),
    defaultValues: (item ? valuesOf(item) : blank) as DefaultValues<Values>,
  })
  const send = (method: 'POST' | 'PUT', to: string, sent: object): Promise<Item<N>> => {
    const body = toForm(sent)
    if (body.has('image')) setProgress(0)
    const onProgress = (part: number) => setProgress((before) => (before === null ? null : part))
    return untypedApi<Item<N>>(method, to, { params, body, onProgress }).finally(() =>
      setProgress(null),
    )
  }
  const edited = useEdit<Values, Values, Item<N>>({
    form,
    item,
    valuesOf,
    seenOf,
    nowReads,
    add: async (sent) => {
      const added = await send('POST', `/${noun}`, sent)
      // A hidden screen keeps its state. Without the reset, the next new item would begin with the
      // values and the picture of this one.
      form.reset()
      return added
    },
    change: (sent) => send('PUT', path, sent),
    read: item ? () => untypedApi('GET', path, { params }) : undefined,
    invalidates: [noun],
    successMessage: ({ name }) => `${name}: ${item ? 'spremljeno' : 'dodano na kraj popisa'}.`,
    errorMessage: words.saveFailed,
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

/**
 * Converts form values to form data. Booleans become '0' or '1', and objects such as the expected
 * values (`seen`) become JSON.
 */
function toForm(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value)
    else if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
    else if (typeof value === 'object') form.append(name, JSON.stringify(value))
    else if (value !== undefined) form.append(name, String(value))
  return form
}
