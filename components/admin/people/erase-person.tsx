import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Field } from '@/components/ui/field'
import { api } from '@/lib/api-client/client'
import { personFacts, toSelectedRecords } from '@/lib/people/rules'
import type { PersonRecord } from '@/lib/people/schema'

/** Word that the admin must type before a person is erased. */
const CONFIRMATION_WORD = 'OBRIŠI'

/**
 * Erases the chosen records of a person after a confirmation, in which the admin types the word
 * `OBRIŠI`.
 */
export function ErasePerson({ chosen, onDone }: { chosen: PersonRecord[]; onDone: () => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const { run, isPending } = useApiMutation({
    call: () => api('POST', '/people/erase', { body: toSelectedRecords(chosen) }),
    invalidates: ['people', 'guests', 'signups', 'leaderboard', 'mails', 'tags'],
    successMessage: 'Osoba je obrisana, i iz poslane pošte i iz povijesti izmjena.',
    errorMessage: null,
  })
  const confirm = () => {
    if (typed?.trim().toUpperCase() !== CONFIRMATION_WORD)
      return setError(`Upišite ${CONFIRMATION_WORD}.`)
    run(undefined, {
      onSuccess: () => {
        setTyped(null)
        onDone()
      },
      onError: ({ detail }) => setError(detail),
    })
  }
  const ask = () => {
    setError(null)
    setTyped('')
  }
  return (
    <>
      <Button onClick={ask}>
        <Trash2 aria-hidden="true" className="size-5 text-stop" />
        Obriši zauvijek
      </Button>
      <Confirm
        open={typed !== null}
        question="Obrisati ovu osobu zauvijek?"
        yes="Obriši zauvijek"
        danger
        pending={isPending}
        refusal={error}
        onYes={confirm}
        onNo={() => setTyped(null)}
      >
        <ul className="mb-3 max-h-48 list-disc overflow-y-auto pl-5">
          {chosen.map((record) => (
            <li key={`${record.kind} ${record.id}`} className="wrap-anywhere">
              {[personFacts(record).word, record.name, record.what].filter(Boolean).join(', ')}
            </li>
          ))}
        </ul>
        <p className="mb-4 text-muted">
          Karta prestaje vrijediti, a podaci se ne mogu vratiti. Prodana karta i ulasci ove osobe
          nestaju i iz izvještaja; ono što je zabilježila blagajna ostaje, bez imena. Sigurnosne
          kopije izvan ovog sustava brišite zasebno.
        </p>
        <Field
          label={`Za potvrdu upišite ${CONFIRMATION_WORD}`}
          value={typed ?? ''}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
        />
      </Confirm>
    </>
  )
}
