import { ENTITIES, ENTITY_NAMES, type EntityName } from '@/db/catalogue/entities'

/** Lists of the admin area that update live: one per entity, the activity log and the sign-ins. */
export type LiveList = EntityName | 'activities' | 'sign-ins'

export const LIVE_LISTS: LiveList[] = [...ENTITY_NAMES, 'activities', 'sign-ins']

/** Further lists that a write to an entity changes, besides the list of the entity. */
const DEPENDENT_LISTS: Partial<Record<EntityName, LiveList[]>> = {
  guests: ['tags', 'sponsors', 'mails', 'signups'],
  tags: ['guests'],
  sponsors: ['guests', 'mails'],
  lineup: ['programme', 'stages'],
  programme: ['stages'],
  stages: ['programme'],
  users: ['sign-ins'],
  festival: ['night', 'tags'],
  gates: ['guests'],
  editions: LIVE_LISTS,
  people: ['guests', 'signups', 'leaderboard', 'mails', 'tags'],
}

/** Live lists that change by a write below an API path which is not that of an entity. */
const LISTS_BY_OTHER_PATHS = new Map<string, LiveList[]>([
  ['auth', ['users', 'sign-ins']],
  ['gate', ['guests', 'tags', 'sponsors', 'gates']],
  ['karta', ['mails']],
])

/** Returns the lists that a write to a path below /api may have changed. */
export function listsChangedBy(path: string): LiveList[] {
  const [, , part = ''] = path.split('/')
  const entity = ENTITY_NAMES.find((name) => ENTITIES[name].api === part)
  const changed = entity
    ? [entity, ...(DEPENDENT_LISTS[entity] ?? []), 'activities' as const]
    : LISTS_BY_OTHER_PATHS.get(part)
  return [...new Set(changed)]
}
