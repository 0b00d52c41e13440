import { tagLabel } from './rules'
import type { Guest } from './schema'

/**
 * A guest as the record of who did what tells of one: the code itself and the key to a
 * sponsor's list are nobody's to read there.
 */
export const recorded = ({
  id,
  name,
  surname,
  jmbag,
  tag,
  email,
  phone,
  bought,
  entered,
}: Guest) => ({
  id,
  name,
  surname,
  jmbag,
  tag: tagLabel(tag),
  email,
  phone,
  bought,
  entered,
})
