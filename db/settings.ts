import { z } from 'zod'
import { type ConnectionStringError, parseConnectionString } from './connection-string'

const databaseUrl = z.string().superRefine((url, context) => {
  try {
    parseConnectionString(url)
  } catch (problem) {
    context.addIssue((problem as ConnectionStringError).message)
  }
})

/** Schema of the database settings, included by lib/config/settings.ts. */
export const databaseSettings = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
}

/**
 * Reads the database settings from the environment. They were validated when the process started.
 */
export const readDatabaseSettings = () =>
  z
    .object(databaseSettings)
    .parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')))
