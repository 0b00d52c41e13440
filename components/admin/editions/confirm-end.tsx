import { useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { showServerErrors, useApiMutation } from '@/components/admin/data/use-write'
import type { NextEdition, NextEditionValues } from '@/components/admin/editions/end-values'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Field } from '@/components/ui/field'
import { formatNumber } from '@/components/ui/format-number'
import { type ApiError, api } from '@/lib/api-client/client'
import { ERASED, KEEP_OPTIONS, matchesFestivalName } from '@/lib/editions/rules'
import type { EndPreview, KeepOption } from '@/lib/editions/schema'
import { keysOf } from '@/lib/text/keys'

interface Props {
  end: EndPreview
  keep: Record<KeepOption, boolean>
  form: UseFormReturn<NextEditionValues, unknown, NextEdition>
  onEnded: (edition: EndPreview['edition']) => void
  /** Content in the dialog that the admin must read before the confirmation. */
  children: ReactNode
}

/**
 * Button that ends the edition. Its dialog lists all consequences, and the admin must type the name
 * of the edition to confirm.
 */
export function ConfirmEnd({ end, keep, form, onEnded, children }: Props) {
  const { edition, counts, isOn } = end
  const client = useQueryClient()
  /** Values of the next edition while the confirmation dialog is open; null while it is closed. */
  const [next, setNext] = useState<NextEdition | null>(null)
  const [typed, setTyped] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const { run, isPending } = useApiMutation({
    call: (body: { confirm: string; next: NextEdition }) =>
      api('POST', '/editions/end', { body: { edition: edition.id, keep, ...body } }),
    invalidates: [],
    errorMessage: null,
  })
  const keysWith = (isKept: boolean) =>
    keysOf(KEEP_OPTIONS).filter((key) => keep[key] === isKept && counts[key] > 0)

  const finish = () => {
    setNext(null)
    form.reset()
    onEnded(edition)
    void client.invalidateQueries()
  }
  async function handleError(error: ApiError) {
    // The response may be lost although the edition was ended, so the current edition is read
    // again.
    if (error.status === 0) {
      const now = await api('GET', '/editions/end').catch(() => null)
      if (now && now.edition.id !== edition.id) return finish()
      return setRefusal(
        now ? 'Veza je prekinuta i ništa nije obrisano. Pokušajte ponovno.' : error.detail,
      )
    }
    const isFormError = Object.keys(error.fields).some((field) => field in form.getValues())
    if (!isFormError) return setRefusal(error.detail)
    setNext(null)
    showServerErrors(form, error)
  }
  function confirm() {
    if (!next) return
    if (!matchesFestivalName(typed, edition.name))
      return setRefusal(`Upišite točan naziv: ${edition.name}.`)
    setRefusal(null)
    run({ confirm: typed, next }, { onSuccess: finish, onError: handleError })
  }
  const ask = form.handleSubmit((values) => {
    setTyped('')
    setRefusal(null)
    setNext(values)
  })
  return (
    <>
      <p className="mb-3 max-w-prose text-muted">
        Brisanje se ne može vratiti. Prije toga još jednom ćete vidjeti što će se dogoditi.
      </p>
      <Button look="danger" disabled={isOn} onClick={() => ask()}>
        <Flag aria-hidden="true" className="size-5" />
        Završi festival …
      </Button>
      <Confirm
        open={next !== null}
        question={`Završiti festival ${edition.name} ${edition.year}?`}
        yes="Obriši i završi"
        danger
        pending={isPending}
        refusal={refusal}
        onYes={confirm}
        onNo={() => setNext(null)}
      >
        {children}
        <dl className="mb-4 grid gap-3">
          <Fact term="Briše se zauvijek">
            {describeCounts(
              [
                ...ERASED.map(({ count, label }) => [label, counts[count]] as const),
                ...keysWith(false).map((key) => [KEEP_OPTIONS[key].label, counts[key]] as const),
              ].filter(([, n]) => n > 0),
            ) || 'ništa, sve je već prazno'}
          </Fact>
          <Fact term="Ostaje">
            {describeCounts(
              keysWith(true).map((key) => [KEEP_OPTIONS[key].label, counts[key]] as const),
            ) || 'ništa'}
          </Fact>
          {next && (
            <Fact term="Počinje">
              {next.name} {next.year}., {next.number}. izdanje
            </Fact>
          )}
        </dl>
        <Field
          label={`Za potvrdu upišite naziv: ${edition.name}`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        {isPending && (
          <p role="status" className="mt-3 text-muted">
            Brišemo. To može potrajati do minute; ne zatvarajte stranicu.
          </p>
        )}
      </Confirm>
    </>
  )
}

const describeCounts = (facts: (readonly [label: string, n: number])[]) =>
  facts.map(([label, n]) => `${label.toLowerCase()} (${formatNumber(n)})`).join(', ')

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
