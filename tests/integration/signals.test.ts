import { expect, it } from 'vitest'
import { getSql } from '@/db/pool'
import { onWork, signal } from '@/lib/jobs/signals'
import { withMail } from '@/lib/jobs/with-mail'
import { countStatements } from '../support/statements'

let runs = 0
const stop = await onWork('mails', () => {
  runs++
})

it('a listener runs once at its start, since it may have missed signals', () => {
  expect(runs).toBe(1)
})

it('a hundred signals at once send two notifications: the first, and one for all others', async () => {
  runs = 0
  await getSql()`select 1`
  const [, statements] = await countStatements(async () => {
    for (let i = 0; i < 100; i++) signal('mails')
    await expect.poll(() => runs).toBe(2)
    // A connection delivers notifications in order, so a third one from the hundred would arrive
    // before this one.
    signal('mails')
    await expect.poll(() => runs).toBe(3)
  })
  expect(statements).toBe(3)
})

it('a failed transaction sends no signal', async () => {
  runs = 0
  const failing = withMail(() => Promise.reject(new Error('nothing is stored')))
  await expect(failing).rejects.toThrow('nothing is stored')
  signal('mails')
  await expect.poll(() => runs).toBe(1)
  await withMail(() => Promise.resolve())
  await expect.poll(() => runs).toBe(2)
})

it('a stopped listener receives no signals', async () => {
  await stop()
  runs = 0
  let otherRuns = 0
  await onWork('mails', () => {
    otherRuns++
  })
  signal('mails')
  await expect.poll(() => otherRuns).toBe(2)
  expect(runs).toBe(0)
})

// Must be the last test, because it leaves a notification that is still to arrive.
it('a listener sees the rows of every signalled commit, also under many signals at once', async () => {
  await getSql()`create table if not exists signalled_rows (n int)`
  let visibleRows = 0
  const stopCounting = await onWork('mails', async () => {
    const [row] = await getSql()`select count(*)::int as n from signalled_rows`
    visibleRows = Math.max(visibleRows, row?.n)
  })
  const add = async () => {
    await getSql()`insert into signalled_rows values (1)`
    signal('mails')
  }
  for (let i = 0; i < 20; i++) await Promise.all(Array.from({ length: 5 }, add))
  await expect.poll(() => visibleRows).toBe(100)
  await stopCounting()
})
