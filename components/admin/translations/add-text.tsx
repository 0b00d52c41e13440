'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { ChevronRight, Plus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { AddForm, useAddForm } from '@/components/admin/data/add-form'
import { FormField } from '@/components/admin/data/form-field'
import { TextArea } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import { missingKeys, nextSection, pagesWithSections } from '@/lib/translations/rules'
import { newTranslationBody } from '@/lib/translations/schema'
import { useTexts } from './use-texts'

/** Hints on how to type a text, for keys whose page understands more than paragraphs. */
const HINTS: [key: RegExp, hint: string][] = [
  [/^t2\.nocne-linije$/, 'Svaka linija u svom retku, na primjer „N1: prema istoku”.'],
  [/^tlocrt\.mjesta$/, 'Svako mjesto u svom retku, na primjer „Ulaz: na istoku”.'],
  [/^pitanja\.title\d+$/, 'Pitanje. Vidi se kad ima i odgovor, pitanja.text s istim brojem.'],
  [/^pitanja\.text\d+$/, 'Odgovor. Prazan red dijeli odlomke, reci koji počinju crticom su popis.'],
  [
    /^(t2\.put|pristupacnost\..+)$/,
    'Prazan red dijeli odlomke, reci koji počinju crticom su popis.',
  ],
]
const DEFAULT_HINT = 'Prazan red dijeli odlomke. HTML oznake se uklanjaju, osim <br>.'

const resolver = zodResolver(newTranslationBody)

/** Form for a new site text: its key and its value. A press on a missing key fills in the key. */
export function AddText() {
  const adding = useAddForm({
    resolver,
    blank: { key: '', value: '' },
    first: 'key',
    unique: 'key',
    call: (body) => api('POST', '/translations', { body }),
    invalidates: ['translations'],
    successMessage: ({ key }) => `Prijevod ${key} je dodan.`,
  })
  const { form } = adding
  const { errors } = form.formState
  const key = useWatch({ control: form.control, name: 'key' })

  function fillInKey(key: string) {
    form.setValue('key', key, { shouldDirty: true })
    form.clearErrors()
    form.setFocus('value')
  }

  return (
    <AddForm
      label="Novi prijevod"
      adding={adding}
      className="md:grid-cols-[minmax(0,2fr)_minmax(0,5fr)_auto]"
      below={<MissingTexts onPick={fillInKey} />}
    >
      <FormField
        form={form}
        name="key"
        label="Ključ"
        hint="odjeljak.naziv"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
      />
      <TextArea
        label="Vrijednost"
        hint={HINTS.find(([pattern]) => pattern.test(key))?.[1] ?? DEFAULT_HINT}
        rows={2}
        error={errors.value?.message}
        {...form.register('value')}
      />
    </AddForm>
  )
}

/** Keys of the public pages that have no text yet. A press on a key puts it into the form. */
function MissingTexts({ onPick }: { onPick: (key: string) => void }) {
  const texts = useTexts()
  if (!texts) return null
  const { raw, leads } = missingKeys(texts)
  const sections = pagesWithSections(texts).flatMap((page) => nextSection(texts, page).slice(0, 1))
  return (
    <div className="mt-4 space-y-3">
      {raw.length > 0 && (
        <Keys title="Nedostaju: stranice umjesto njih prikazuju ključ" keys={raw} onPick={onPick} />
      )}
      <details className="group">
        <summary className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-md pr-2 text-sm font-semibold text-muted hover:text-text">
          <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
          Što se još može napisati
        </summary>
        <div className="space-y-3 pt-1">
          {leads.length > 0 && (
            <Keys
              title="Po želji: gdje ih nema, na stranici ne stoji ništa"
              keys={leads}
              onPick={onPick}
            />
          )}
          <Keys title="Novi odjeljak stranice" keys={sections} onPick={onPick} />
        </div>
      </details>
    </div>
  )
}

interface KeysProps {
  title: string
  keys: string[]
  onPick: (key: string) => void
}

function Keys({ title, keys, onPick }: KeysProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm text-muted">{title}</legend>
      <div className="flex flex-wrap gap-2">
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            onClick={() => onPick(key)}
            aria-label={`Napiši ${key}`}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-panel px-4 font-mono text-sm hover:bg-panel-2"
          >
            <Plus aria-hidden="true" className="size-4 text-muted" />
            {key}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
