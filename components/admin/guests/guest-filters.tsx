'use client'

import { FilterChips } from '@/components/admin/data/filter-chips'
import { Select } from '@/components/ui/field'
import { formatNumber } from '@/components/ui/format-number'
import { SearchField } from '@/components/ui/search-field'
import { tagLabel } from '@/lib/guests/rules'
import type { Flag } from '@/lib/http/fields'
import { OrderChoice } from './guest-headings'
import type { Facets, GuestQuery } from './guest-query'

/** Filters with the values yes and no; `name` is the query parameter of the page URL. */
const FLAGS = [
  { field: 'bought', name: 'karta', legend: 'Karta', yes: 'S kartom', no: 'Bez karte' },
  { field: 'entered', name: 'ulaz', legend: 'Ulaz', yes: 'Unutra', no: 'Vani' },
] as const

interface Props {
  query: GuestQuery
  facets: Facets | undefined
  setFilter: (name: string, value: string | null) => void
  onSearch: (text: string) => void
  onOrder: (ordering: string | null) => void
}

/**
 * Search and filters of the guest list. Each choice shows the number of guests that it would leave.
 */
export function GuestFilters({ query, facets, setFilter, onSearch, onOrder }: Props) {
  /** A second press on a choice clears the filter. */
  const toggle = (name: string, before: Flag | null) => (next: string | null) =>
    setFilter(name, next === before ? null : next)
  const { search, ordering } = query
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
        <ListFilter query={query} facets={facets} setFilter={setFilter} />
        <OrderChoice ordering={ordering} onOrder={onOrder} />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {FLAGS.map(({ field, name, legend, yes, no }) => (
          <FilterChips
            key={field}
            legend={legend}
            chosen={query[field]}
            onChange={toggle(name, query[field])}
            choices={[
              { value: '1', label: yes, count: facets?.[field]['1'] },
              { value: '0', label: no, count: facets?.[field]['0'] },
            ]}
          />
        ))}
      </div>
    </div>
  )
}

interface ListFilterProps {
  query: GuestQuery
  facets: Facets | undefined
  setFilter: (name: string, value: string | null) => void
}

/**
 * Filter by tag or by sponsor. A sponsor is in the URL by id, not by slug, because the slug is a
 * secret and a URL may be shared.
 */
function ListFilter({ query: { tag, sponsor }, facets, setFilter }: ListFilterProps) {
  const value = sponsor ? `sponzor:${sponsor}` : tag ? `tag:${tag}` : ''

  function choose(chosen: string) {
    const [kind = '', ...parts] = chosen.split(':')
    for (const name of ['tag', 'sponzor']) setFilter(name, name === kind ? parts.join(':') : null)
  }

  const options = (facets?.lists ?? []).map((list) => ({
    isSponsor: list.sponsorId !== null,
    value: list.sponsorId === null ? `tag:${list.tag}` : `sponzor:${list.sponsorId}`,
    text: `${tagLabel(list.tag)} (${formatNumber(list.count)})`,
  }))
  const optionsOf = (isSponsor: boolean) =>
    options
      .filter((option) => option.isSponsor === isSponsor)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <Select label="Tag" value={value} onChange={(event) => choose(event.target.value)}>
      <option value="">{facets ? `Svi (${formatNumber(facets.everywhere)})` : 'Svi'}</option>
      {!isKnown && <option value={value}>{tag ?? 'Sponzor'}</option>}
      {optionsOf(false)}
      <optgroup label="Sponzori">{optionsOf(true)}</optgroup>
    </Select>
  )
}
