'use client'

import { FilterChips } from '@/components/admin/data/filter-chips'
import { Select } from '@/components/ui/field'
import { SearchField } from '@/components/ui/search-field'
import { TEMPLATE_WORDS } from '@/lib/mails/messages'
import { MAIL_STATES, MAIL_TEMPLATES, type MailState, type MailTemplate } from '@/lib/mails/rules'
import type { MailCounts } from '@/lib/mails/schema'
import { manyInState } from './mail-state'
import type { MailFilter } from './use-mails'

interface Props {
  filter: MailFilter
  counts: MailCounts | undefined
  onChange: (filter: Partial<MailFilter>) => void
}

/** States that are always offered; the others once there is a mail in one. */
const USUAL: MailState[] = ['queued', 'sent', 'failed']

/** Search, what kind of mail, and the states with how many mails are in each. */
export function MailFilterBar({ filter, counts, onChange }: Props) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0)
  const states = MAIL_STATES.filter(
    (state) => USUAL.includes(state) || counts?.[state] || filter.state === state,
  )
  return (
    <div className="space-y-4">
      <div className="grid items-end gap-x-3 gap-y-4 md:grid-cols-[minmax(0,36rem)_15rem]">
        <SearchField
          label="Traži po imenu, adresi, predmetu ili kodu"
          value={filter.search}
          onSearch={(search) => onChange({ search })}
        />
        <Select
          label="Vrsta maila"
          value={filter.template ?? ''}
          onChange={({ target }) => onChange({ template: (target.value || null) as MailTemplate })}
        >
          <option value="">Sve vrste</option>
          {MAIL_TEMPLATES.map((template) => (
            <option key={template} value={template}>
              {TEMPLATE_WORDS[template]}
            </option>
          ))}
        </Select>
      </div>
      <FilterChips
        legend="Stanje"
        choices={[
          { value: null, label: 'Svi', count: all },
          ...states.map((state) => ({
            value: state,
            label: manyInState(state),
            count: counts?.[state],
          })),
        ]}
        chosen={filter.state}
        onChange={(state) => onChange({ state: state as MailState | null })}
      />
    </div>
  )
}
