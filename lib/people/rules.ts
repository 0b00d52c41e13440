import {
  ENTITIES,
  hasPersonScreen,
  PERSON_ENTITIES,
  type PersonEntity,
} from '@/db/catalogue/entities'
import type { PersonRecord } from './schema'

/** Returns the label of a record, and the screen that erases it if the person search does not. */
export const personFacts = ({
  kind,
}: PersonRecord): { word: string; screen?: { href: string; label: string } } =>
  ENTITIES[kind].person

/** Whether the person search erases the record. */
export const isErasable = ({ kind }: PersonRecord) => !hasPersonScreen(kind)

const fieldOf = (kind: PersonEntity) => (hasPersonScreen(kind) ? ENTITIES[kind].tables[0] : kind)

/**
 * Returns the ids of the chosen records by kind, as requests for a file or an erasure contain them.
 */
export const toSelectedRecords = (records: PersonRecord[]): Record<string, (number | string)[]> =>
  Object.fromEntries(
    PERSON_ENTITIES.map((kind) => [
      fieldOf(kind),
      records.flatMap((record) => {
        if (record.kind !== kind) return []
        return kind === 'mails' ? record.id : Number(record.id)
      }),
    ]),
  )
