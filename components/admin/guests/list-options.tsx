import { tagLabel } from '@/lib/guests/rules'
import { useGuestLists } from './use-guests'

/** Every list that a guest can be put on, as the options of a choice. */
export function ListOptions() {
  const lists = useGuestLists()
  const of = (isSponsor: boolean) =>
    lists
      .filter(({ sponsorId }) => (sponsorId !== null) === isSponsor)
      .map(({ tag }) => (
        <option key={tag} value={tag}>
          {tagLabel(tag)}
        </option>
      ))
  return (
    <>
      {of(false)}
      <optgroup label="Sponzori">{of(true)}</optgroup>
    </>
  )
}
