import postgres from 'postgres'
import { expect, it } from 'vitest'
import { newDatabase, slowedDatabase } from '../support/database'
import { startInstance } from '../support/instance'
import { findStalePages, openFestival } from '../support/stale-pages'

it('no page on either instance shows data from before an acknowledged change', async () => {
  const database = await newDatabase()
  const sql = postgres(database, { max: 1 })
  const sponsor = await openFestival(sql)
  const slowed = await slowedDatabase(database, 20)
  const instances = await Promise.all([startInstance(slowed.url), startInstance(slowed.url)])
  try {
    const { stale, responses } = await findStalePages(instances, sponsor, { changes: 20, gap: 60 })
    expect(responses).toBeGreaterThan(500)
    expect(stale).toEqual([])
  } finally {
    await Promise.all(instances.map((instance) => instance.stop()))
    slowed.stop()
    await sql.end()
  }
})
