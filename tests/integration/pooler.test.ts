import { afterEach, expect, it } from 'vitest'
import { connect } from '@/db/pool'
import { isTransactionPooler } from '@/db/pooler-check'
import { startPooler } from '../support/pooler'

const url = process.env.DATABASE_URL as string
const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

async function newPoolerUrl(mode: 'session' | 'transaction') {
  const pooler = await startPooler(url, mode)
  cleanups.push(pooler.stop)
  return pooler.url
}

it('the pooler check accepts PostgreSQL and a pooler in session mode, also under load', async () => {
  const loadPool = connect(url, { max: 3 })
  let isOver = false
  const runQueries = async () => {
    while (!isOver) await loadPool.sql`select 1`
  }
  const running = [runQueries(), runQueries(), runQueries()]
  expect(await isTransactionPooler(url)).toBe(false)
  expect(await isTransactionPooler(await newPoolerUrl('session'))).toBe(false)
  isOver = true
  await Promise.all(running)
  await loadPool.sql.end()
})

it('the pooler check detects a pooler in transaction mode, idle and under load', async () => {
  const url = await newPoolerUrl('transaction')
  expect(await isTransactionPooler(url)).toBe(true)
  const loadPool = connect(url, { max: 3, prepare: false })
  let isOver = false
  const runQueries = async () => {
    while (!isOver) await loadPool.sql.unsafe('select 1')
  }
  const running = [runQueries(), runQueries(), runQueries()]
  expect(await isTransactionPooler(url)).toBe(true)
  isOver = true
  await Promise.all(running)
  await loadPool.sql.end({ timeout: 1 })
})
