import { index, pgTable } from 'drizzle-orm/pg-core'
import * as c from './columns'
import { staffId } from './users'

/**
 * The activity log: which user did what to which record. `changes` contains the value of each
 * changed field before and after the action.
 */
export const activities = pgTable(
  'activities',
  {
    id: c.bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: c.createdAt(),
    userId: staffId(),
    entity: c.text().notNull(),
    entityId: c.text().notNull(),
    action: c.text().notNull(),
    changes: c.jsonb(),
  },
  (t) => [
    index('activities_by_entity').on(t.entity, t.entityId, t.id),
    index('activities_by_time').on(t.id.desc()),
  ],
)
