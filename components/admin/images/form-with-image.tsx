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
type Entity = 'lineup' | 'sponsors'
type Item<E extends Entity> = RowOf<`/${E}`> & { id: number; name: string; image: string }

interface Props<E extends Entity, Values> {
  entity: E
  /** Croatian name of the entity in the accusative, as in `Uredi izvođača`. */
  accusativeName: string
  /** Accessible name of the form: for an existing item, and for a new item. */
  formLabels: [existing: string, added: string]
  /** Validation schemas for a new item and for a change. The server uses them too. */
  schemas: { add: z.ZodType; change: z.ZodType }
  blank: Values
  valuesOf: (item: Item<E>) => Values
  seenOf?: (item: Item<E>) => object
  /** Messages for failures, and the question before a deletion (rules 5.1, 13.7 and 13.11). */
  messages: Record<'loadFailed' | 'saveFailed' | 'deleteFailed' | 'confirmDelete', string>
  /**
   * Describes the current value of a field after a conflict. Undefined shows the message of the
   * server.
   */
  conflictMessage: (field: Path<Values & object>, item: Item<E>) => string | undefined
  picture: { label: string; kind: 'photo' | 'logo'; ratio: number }
  /** Text in the deletion dialog about the records that are deleted together with the item. */
  warning: (item: Item<E>) => ReactNode
  fields: (form: UseFormReturn<Values & object>) => ReactNode
}

interface ScreenProps<E extends Entity, Values> extends Props<E, Values> {
  /** Slug in the URL of the screen. `0` creates an item. */
  slug: string
  /** Renders the content around the form, and below it. */
  renderFrame: (form: ReactNode, item: Item<E> | null) => ReactNode
}

/**
 * Screen that creates, edits or deletes an item with a picture. A new item becomes the last of its
 * list.
 */
export function EditWithImage<E extends Entity, Values extends WithImage & object>(
  props: ScreenProps<E, Values>,
) {
  const { slug, entity, accusativeName, messages, renderFrame } = props
  return (
    <LoadedItem<Item<E>>
      slug={slug}
      entity={entity}
      find={(query, signal) => untypedApi('GET', `/${entity}`, { query, signal })}
      page={`/admin/${entity}-add`}
      failed={messages.loadFailed}
    >
      {(item) =>
        renderFrame(
          <>
            <ScreenHead title={`${item ? 'Uredi' : 'Dodaj'} ${accusativeName}`} />
            <FormWithImage {...props} item={item} />
          </>,
          item,
        )
      }
    </LoadedItem>
  )
}

interface FormProps<E extends Entity, Values> extends Props<E, Values> {
  /** The item to edit; null creates one. */
  item: Item<E> | null
}

function FormWithImage<E extends Entity, Values extends WithImage & object>(
  props: FormProps<E, Values>,
) {
  const { entity, accusativeName, formLabels, item, messages, picture, warning, fields } = props
  const router = useRouter()
  const onSaved = () => router.push(`/admin/${entity}-list`)
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
      aria-label={formLabels[item ? 0 : 1]}
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
              label={`Obriši ${accusativeName} ${item.name}`}
              question={messages.confirmDelete}
              remove={() => untypedApi('DELETE', `/${entity}/[id]`, { params: { id: item.id } })}
              invalidates={[entity]}
              successMessage={`${item.name}: obrisano.`}
              errorMessage={messages.deleteFailed}
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
function useFormWithImage<E extends Entity, Values extends WithImage & object>(
  options: FormProps<E, Values> & { onSaved: () => void },
) {
  const { entity, schemas, item, blank, messages, onSaved } = options
  const { valuesOf, seenOf, conflictMessage } = options
  const path = `/${entity}/[id]`
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
  const send = (method: 'POST' | 'PUT', to: string, sent: object): Promise<Item<E>> => {
    const body = toFormData(sent)
    if (body.has('image')) setProgress(0)
    const onProgress = (share: number) => setProgress((before) => (before === null ? null : share))
    return untypedApi<Item<E>>(method, to, { params, body, onProgress }).finally(() =>
      setProgress(null),
    )
  }
  const edited = useEdit<Values, Values, Item<E>>({
    form,
    item,
    valuesOf,
    seenOf,
    conflictMessage,
    add: async (sent) => {
      const added = await send('POST', `/${entity}`, sent)
      // A hidden screen keeps its state. Without the reset, the next new item would start with the
      // values and the picture of this one.
      form.reset()
      return added
    },
    change: (sent) => send('PUT', path, sent),
    read: item ? () => untypedApi('GET', path, { params }) : undefined,
    invalidates: [entity],
    successMessage: ({ name }) => `${name}: ${item ? 'spremljeno' : 'dodano na kraj popisa'}.`,
    errorMessage: messages.saveFailed,
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
function toFormData(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value instanceof File) form.append(name, value)
    else if (typeof value === 'boolean') form.append(name, value ? '1' : '0')
    else if (typeof value === 'object') form.append(name, JSON.stringify(value))
    else if (value !== undefined) form.append(name, String(value))
  return form
}
