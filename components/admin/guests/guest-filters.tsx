'use client'

import { FilterChips } from '@/components/admin/data/filter-chips'
import { SearchField } from '@/components/ui/search-field'
import type { Flag } from '@/lib/http/fields'
import type { Facets } from './facets'
import { OrderChoice } from './guest-headings'
import { ListFilter } from './list-filter'
import type { GuestQuestion } from './question'

interface Props {
  question: GuestQuestion
  facets: Facets | undefined
  setFilter: (name: string, value: string | null) => void
  onSearch: (text: string) => void
  onOrder: (ordering: string | null) => void
}

/** Search and filters, each choice with how many it would leave. */
export function GuestFilters({ question, facets, setFilter, onSearch, onOrder }: Props) {
  /** Pressed once more, a choice is taken back. */
  const toggle = (name: string, was: Flag | null) => (next: string | null) =>
    setFilter(name, next === was ? null : next)
  const { search, bought, entered, ordering } = question
  return (
    <div className="mb-4 space-y-3">
      <div className="grid gap-3 max-md:grid-cols-2 md:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
        <div className="max-md:col-span-2">
          <SearchField
            label="Traži po imenu, JMBAG-u ili e-mailu"
            value={search}
            onSearch={onSearch}
          />
        </div>
        <ListFilter question={question} facets={facets} setFilter={setFilter} />
        <OrderChoice ordering={ordering} onOrder={onOrder} />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <FilterChips
          legend="Karta"
          chosen={bought}
          onChange={toggle('karta', bought)}
          choices={[
            { value: '1', label: 'S kartom', count: facets?.bought['1'] },
            { value: '0', label: 'Bez karte', count: facets?.bought['0'] },
          ]}
        />
        <FilterChips
          legend="Ulaz"
          chosen={entered}
          onChange={toggle('ulaz', entered)}
          choices={[
            { value: '1', label: 'Unutra', count: facets?.entered['1'] },
            { value: '0', label: 'Vani', count: facets?.entered['0'] },
          ]}
        />
      </div>
    </div>
  )
}
