import { ENTITIES, ENTITY_NAMES, type EntityName } from '@/db/catalogue/entities'

/** What the office's lists are read by: the nouns, and those that are told apart there. */
export type LiveList = EntityName | 'activities' | 'sign-ins'

export const LIVE_LISTS: LiveList[] = [...ENTITY_NAMES, 'activities', 'sign-ins']

/** A write at an address of a noun changes its own lists, and these beside them. */
const ALSO: Partial<Record<EntityName, LiveList[]>> = {
  guests: ['tags', 'sponsors', 'mails'],
  tags: ['guests'],
  sponsors: ['guests', 'mails'],
  lineup: ['programme'],
  stages: ['programme'],
  users: ['sign-ins'],
  festival: ['night', 'tags'],
  gates: ['guests'],
  editions: LIVE_LISTS,
  people: ['guests', 'signups', 'leaderboard', 'mails', 'tags'],
}

/** Addresses that are no noun's own. */
const OTHERS = new Map<string, LiveList[]>([
  ['auth', ['users', 'sign-ins']],
  ['gate', ['guests', 'tags', 'sponsors', 'gates']],
  ['karta', ['mails']],
])

/** Whose lists a write at an address below /api may have changed. */
export function listsChangedBy(path: string): LiveList[] {
  const [, , part = ''] = path.split('/')
  const noun = ENTITY_NAMES.find((name) => ENTITIES[name].api === part)
  const changed = noun ? [noun, ...(ALSO[noun] ?? []), 'activities' as const] : OTHERS.get(part)
  return [...new Set(changed)]
}
