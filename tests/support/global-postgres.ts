import { startTestPostgres } from './postgres-server'

/** Starts PostgreSQL for the run, unless `npm test` has already started it. */
export default async function setup() {
  if (process.env.TEST_POSTGRES) return
  return startTestPostgres()
}
