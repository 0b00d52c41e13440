import type { Db } from '../client'
import { driverOf } from '../driver'

/** Where a guest stands: on a tag's list or on a sponsor's. */
export interface GuestList {
  tagId: number | null
  sponsorId: number | null
  /** As the API shows it: the tag's name, or the sponsor's slug and name. */
  tag: string
  /** The freshers' list, whatever it is called. */
  isBrucosi: boolean
}

/**
 * The lists that these texts name: a tag by its name, whatever the case and diacritics, a
 * sponsor by the slug at the start, the freshers' by ''. What names none is left out.
 */
export async function findLists(db: Db, texts: Iterable<string>): Promise<Map<string, GuestList>> {
  const asked = JSON.stringify([...new Set(texts)])
  const rows = await driverOf(db)<(GuestList & { asked: string })[]>`
    select a.asked, t.id as "tagId", s.id as "sponsorId",
      coalesce(t.name, s.slug || ' ' || s.name) as tag, t.role is not distinct from 'brucosi' as "isBrucosi"
    from jsonb_array_elements_text(${asked}::text::jsonb) as a(asked)
    left join sponsors s on s.slug::text = lower(left(a.asked, 36))
    left join tags t on s.id is null and case a.asked when '' then t.role = 'brucosi'
      else public.fold_text(t.name) = public.fold_text(a.asked) end
    where num_nonnulls(t.id, s.id) = 1`
  return new Map(rows.map(({ asked, ...list }) => [asked, list]))
}
