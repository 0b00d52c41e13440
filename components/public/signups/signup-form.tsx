'use client'

import { type FormEvent, useState } from 'react'
import { exampleStudentEmail } from '@/lib/students/email'
import { plainDigits } from '@/lib/text/clean'
import { BusyButton } from '../busy-button'
import { FieldError, TextField } from '../text-field'
import { useSignup } from './use-signup'

const TEXT_FIELDS = [
  { name: 'name', id: 'ime', label: 'Ime', autoComplete: 'given-name' },
  { name: 'surname', id: 'prezime', label: 'Prezime', autoComplete: 'family-name' },
  {
    name: 'jmbag',
    id: 'jmbag',
    label: 'JMBAG',
    hint: '10 znamenki sa studentske iskaznice',
    inputMode: 'numeric',
    autoComplete: 'off',
  },
] as const

const NO_STUDENT = { name: '', surname: '', jmbag: '' }

function studentOf(event: FormEvent<HTMLFormElement>) {
  const typed = new FormData(event.currentTarget)
  const text = (name: string) => String(typed.get(name) ?? '')
  return { name: text('name'), surname: text('surname'), jmbag: plainDigits(text('jmbag')) }
}

interface SignupProps {
  /** Domain of the students' e-mail addresses. */
  domain: string
  /** Sentence that says when the data are erased (rule 2.12). */
  erasure: string
}

/** Sign-up form for first-year students (rule 2.1). */
export function SignupForm({ domain, erasure }: SignupProps) {
  const { field, errors, problem, isDone, isSending, submit, preload, Toasts } = useSignup(domain)
  const [student, setStudent] = useState(NO_STUDENT)

  return (
    <>
      <form
        onSubmit={submit}
        onFocus={preload}
        onPointerDown={preload}
        onInput={(event) => setStudent(studentOf(event))}
        onReset={() => setStudent(NO_STUDENT)}
        noValidate
        className="flex flex-col gap-5"
      >
        {TEXT_FIELDS.map(({ name, ...input }) => (
          <TextField key={name} error={errors[name]?.message} {...input} {...field(name)} />
        ))}
        <TextField
          id="email"
          label="E-mail"
          hint={
            <>
              <span>Studentska adresa, primjerice </span>
              <strong className="inline-block [overflow-wrap:anywhere]">
                {exampleStudentEmail(student, domain)}
              </strong>
            </>
          }
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...field('email')}
        />
        <div>
          <div className="flex gap-3">
            <input
              id="privola"
              type="checkbox"
              aria-required="true"
              aria-invalid={errors.gdpr_accepted ? true : undefined}
              aria-describedby={errors.gdpr_accepted ? 'privola-error' : undefined}
              className="poster-check"
              {...field('gdpr_accepted')}
            />
            <label htmlFor="privola" className="flex min-h-11 flex-1 items-center">
              <span>
                Prihvaćam{' '}
                <span>
                  <a href="/privola.pdf" target="_blank" rel="noopener" className="poster-link">
                    privolu za obradu osobnih podataka
                  </a>
                </span>
              </span>
            </label>
          </div>
          <FieldError id="privola-error" error={errors.gdpr_accepted?.message} />
          <p className="mt-1.5 text-sm">{erasure}</p>
        </div>
        <BusyButton type="submit" isBusy={isSending} className="bg-ink text-paper">
          Pošalji
        </BusyButton>
        {problem && (
          <p role="alert" className="font-semibold text-ember-dark">
            {problem}
          </p>
        )}
        {isDone && (
          <p role="status" className="font-semibold">
            Vaši podaci su uspješno spremljeni.
          </p>
        )}
      </form>
      {Toasts && <Toasts />}
    </>
  )
}
