import { Select } from '@/components/ui/field'
import { grouped } from '@/components/ui/grouped'
import { tagLabel } from '@/lib/guests/rules'
import type { Facets } from './facets'
import type { GuestQuestion } from './question'

interface Props {
  question: GuestQuestion
  facets: Facets | undefined
  setFilter: (name: string, value: string | null) => void
}

/** The tag, or the sponsor; a sponsor by its number, as an address may be shown around. */
export function ListFilter({ question: { tag, sponsor }, facets, setFilter }: Props) {
  const value = sponsor ? `sponzor:${sponsor}` : tag ? `tag:${tag}` : ''

  function choose(chosen: string) {
    const [kind = '', ...rest] = chosen.split(':')
    for (const name of ['tag', 'sponzor']) setFilter(name, name === kind ? rest.join(':') : null)
  }

  const options = (facets?.lists ?? []).map((list) => ({
    isSponsor: list.sponsorId !== null,
    value: list.sponsorId === null ? `tag:${list.tag}` : `sponzor:${list.sponsorId}`,
    text: `${tagLabel(list.tag)} (${grouped(list.count)})`,
  }))
  const of = (isSponsor: boolean) =>
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
      <option value="">Svi{facets && ` (${grouped(facets.everywhere)})`}</option>
      {!isKnown && <option value={value}>{tag ?? 'Sponzor'}</option>}
      {of(false)}
      <optgroup label="Sponzori">{of(true)}</optgroup>
    </Select>
  )
}
