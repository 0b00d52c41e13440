'use client'

import { useForm } from 'react-hook-form'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { FormField } from '@/components/admin/data/form-field'
import { InlineEdit } from '@/components/admin/data/inline-edit'
import { thing } from '@/components/admin/data/thing'
import { showServerErrors, useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/http/client'
import type { FilteredList, SavedFilter } from '@/lib/saved-filters/schema'

interface Props {
  screen: FilteredList
  saved: SavedFilter[]
  /** What is set now and not kept yet. */
  toSave: string | null
  onClose: () => void
}

/** Keeps what is set under a name, and renames or deletes what is kept. */
export function SavedFiltersDialog({ screen, saved, toSave, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title="Spremljeni filtri">
      {toSave !== null && <SaveForm screen={screen} query={toSave} onSaved={onClose} />}
      {saved.length > 0 && (
        <ul aria-label="Spremljeni filtri" className="mt-4 divide-y divide-edge">
          {saved.map((filter) => (
            <SavedLine key={filter.id} filter={filter} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface SaveProps {
  screen: FilteredList
  query: string
  onSaved: () => void
}

function SaveForm({ screen, query, onSaved }: SaveProps) {
  const form = useForm({ defaultValues: { name: '' } })
  const { run, isPending } = useWrite({
    call: (body: { name: string }) =>
      api('POST', '/saved-filters', { body: { ...body, screen, query } }),
    stale: ['saved-filters'],
    done: ({ name }) => `Filtar ${name} je spremljen.`,
    failed: null,
  })
  const submit = form.handleSubmit((body) =>
    run(body, {
      onSuccess: onSaved,
      onError: (error) =>
        error.code === 'already_exists'
          ? form.setError('name', { message: error.detail }, { shouldFocus: true })
          : showServerErrors(form, error),
    }),
  )
  return (
    <form aria-label="Spremi filtre" onSubmit={submit} noValidate className="space-y-4">
      <p className="text-muted">
        Vide ga svi admini. Spremaju se filtri i poredak, a tekst pretrage ne.
      </p>
      <FormField form={form} name="name" label="Naziv filtra" maxLength={60} autoComplete="off" />
      <Notice tone="error">{form.formState.errors.root?.message}</Notice>
      <Button type="submit" look="primary" pending={isPending}>
        Spremi filtre
      </Button>
    </form>
  )
}

function SavedLine({ filter: { id, name } }: { filter: SavedFilter }) {
  return (
    <li className="flex items-center gap-2 py-1 pl-2">
      <InlineEdit
        label="Naziv filtra"
        of={thing('saved-filters', id)}
        value={{ name }}
        className="font-semibold"
      />
      <DeleteButton
        what={`filtar ${name}`}
        {...thing('saved-filters', id).deletion}
        done={`Filtar ${name} je obrisan.`}
      >
        <p className="text-muted">Nestaje svim adminima. Gosti ostaju kakvi jesu.</p>
      </DeleteButton>
    </li>
  )
}
