import { tagLabel } from '@/lib/guests/rules'
import { useGuestLists } from './use-guests'

/** Options of a select element with all lists for guests: tags first, then sponsors. */
export function ListOptions() {
  const lists = useGuestLists()
  const optionsOf = (isSponsor: boolean) =>
    lists
      .filter(({ sponsorId }) => (sponsorId !== null) === isSponsor)
      .map(({ tag }) => (
        <option key={tag} value={tag}>
          {tagLabel(tag)}
        </option>
      ))
  return (
    <>
      {optionsOf(false)}
      <optgroup label="Sponzori">{optionsOf(true)}</optgroup>
    </>
  )
}
