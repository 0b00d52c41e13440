'use client'

import { useEffect, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { Field } from '@/components/ui/field'
import { MAIL_STATES } from '@/lib/mail/rules'
import type { MailCounts } from '@/lib/mail/schema'
import { manyInState } from './mail-state'
import type { MailFilter } from './use-mails'

/** The search waits this long after the last letter, in ms. */
const DEBOUNCE = 300

interface Props {
  filter: MailFilter
  counts: MailCounts | undefined
  onChange: (filter: Partial<MailFilter>) => void
}

/** Search, and the states with how many mails are in each. */
export function MailFilterBar({ filter, counts, onChange }: Props) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0)
  return (
    <div className="space-y-4">
      <MailSearch search={filter.search} onSearch={(search) => onChange({ search })} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Stanje</legend>
        {[null, ...MAIL_STATES].map((state) => {
          const isOn = filter.state === state
          return (
            <button
              key={state ?? 'all'}
              type="button"
              aria-pressed={isOn}
              onClick={() => onChange({ state })}
              className={classes(
                'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-semibold',
                isOn
                  ? 'border-text bg-text text-ground'
                  : 'border-edge bg-panel text-text hover:bg-panel-2',
              )}
            >
              {state ? manyInState(state) : 'Svi'}
              <span className={classes('tabular-nums', !isOn && 'text-muted')}>
                {(state ? counts?.[state] : all) ?? '–'}
              </span>
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}

function MailSearch({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(search)
  const asked = useRef(search)

  // What came from outside (the way back, a cleared filter) is taken over.
  useEffect(() => {
    if (search !== asked.current) {
      asked.current = search
      setText(search)
    }
  }, [search])

  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === asked.current) return
    const timer = setTimeout(() => {
      asked.current = trimmed
      onSearch(trimmed)
    }, DEBOUNCE)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  return (
    <search className="block max-w-xl">
      <Field
        label="Traži po imenu, adresi, predmetu ili kodu"
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </search>
  )
}
