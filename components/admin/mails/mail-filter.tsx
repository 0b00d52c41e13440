'use client'

import { classes } from '@/components/ui/classes'
import { SearchField } from '@/components/ui/search-field'
import { MAIL_STATES } from '@/lib/mail/rules'
import type { MailCounts } from '@/lib/mail/schema'
import { manyInState } from './mail-state'
import type { MailFilter } from './use-mails'

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
      <SearchField
        label="Traži po imenu, adresi, predmetu ili kodu"
        value={filter.search}
        onSearch={(search) => onChange({ search })}
      />
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
