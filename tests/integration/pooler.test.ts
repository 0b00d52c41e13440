import { afterEach, expect, it } from 'vitest'
import { connect } from '@/db/pool'
import { isTransactionPooler } from '@/db/pooler-check'
import { startPooler } from '../support/pooler'

const url = process.env.DATABASE_URL as string
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function pooler(mode: 'session' | 'transaction') {
  const pooler = await startPooler(url, mode)
  ends.push(pooler.stop)
  return pooler.url
}

it('the pooler check accepts PostgreSQL and a pooler in session mode, also under load', async () => {
  const busy = connect(url, { max: 3 })
  let isOver = false
  const work = async () => {
    while (!isOver) await busy.sql`select 1`
  }
  const working = [work(), work(), work()]
  expect(await isTransactionPooler(url)).toBe(false)
  expect(await isTransactionPooler(await pooler('session'))).toBe(false)
  isOver = true
  await Promise.all(working)
  await busy.sql.end()
})

it('the pooler check detects a pooler in transaction mode, idle and under load', async () => {
  const url = await pooler('transaction')
  expect(await isTransactionPooler(url)).toBe(true)
  const others = connect(url, { max: 3, prepare: false })
  let isOver = false
  const work = async () => {
    while (!isOver) await others.sql.unsafe('select 1')
  }
  const working = [work(), work(), work()]
  expect(await isTransactionPooler(url)).toBe(true)
  isOver = true
  await Promise.all(working)
  await others.sql.end({ timeout: 1 })
})
