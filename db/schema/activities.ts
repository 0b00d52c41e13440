import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from './columns'
import { users } from './users'

/** Who did what to which thing, and when. `changes` holds what the action set. */
export const activities = pgTable(
  'activities',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment().notNull().defaultNow(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    entity: text().notNull(),
    entityId: text().notNull(),
    action: text().notNull(),
    changes: jsonb(),
  },
  (t) => [
    index('activities_by_entity').on(t.entity, t.entityId, t.id),
    index('activities_by_time').on(t.id.desc()),
  ],
)
