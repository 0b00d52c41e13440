import { afterAll } from 'vitest'
import { newDatabase } from './database'

// Each test file has a database of its own, in a zone that is not Zagreb's.
process.env.TZ = 'America/Los_Angeles'
process.env.DATABASE_URL = await newDatabase()
process.env.AUTH_SECRET = 'a secret of the tests, long enough to be one'
process.env.DEMO = '0'

afterAll(async () => {
  const { getSql } = await import('@/db/client')
  await getSql().end({ timeout: 1 })
})
