import { afterAll } from 'vitest'
import { newDatabase } from './database'
import { setIntegrationEnv } from './integration-env'

setIntegrationEnv(await newDatabase())

afterAll(async () => {
  const { getSql } = await import('@/db/pool')
  await getSql().end({ timeout: 1 })
})
