import { z } from 'zod'
import { type AddressProblem, parseConnectionString } from './connection-string'

const databaseUrl = z.string().superRefine((url, context) => {
  try {
    parseConnectionString(url)
  } catch (problem) {
    context.addIssue((problem as AddressProblem).message)
  }
})

/** The settings of the database, a part of those of the product (lib/config/settings.ts). */
export const databaseSettings = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
}

/** The settings of the database of this process. The start has checked them. */
export const readDatabaseSettings = () =>
  z
    .object(databaseSettings)
    .parse(Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== '')))
