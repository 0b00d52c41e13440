import { startTestPostgres } from './postgres-server'

/** Starts the database of the run, unless npm test has done so already. */
export default async function setup() {
  if (process.env.TEST_POSTGRES) return
  return startTestPostgres()
}
