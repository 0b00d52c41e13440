import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@/db/seed/random'
import { buildIfStale } from '@/scripts/lib/build'
import { print, runCommand, UserError } from '@/scripts/lib/say'
import { agree, disagreeing } from './agree'
import { stopRetrying } from './caller'
import { clearFaults, impossible, injectFault } from './faults'
import { INVARIANTS, stillUnderWay } from './invariants'
import { AcknowledgedWrites } from './ledger'
import { populate } from './population'
import { drawSchedule, FAULTS, type Fault } from './schedule'
import { startWorld } from './world'

/**
 * Maximum time in seconds until all queues are empty after the faults. A webhook that a killed
 * process had claimed takes one minute, a mail that is retried later takes several.
 */
const REST = 400

/** Maximum time in seconds until every phone has received the passages of all other phones. */
const HEARD = 150

/**
 * Runs `npm test -- chaos[:seconds]`: load, faults, then the check of all invariants. CHAOS_SEED
 * repeats the faults of an earlier run.
 */
await runCommand(async () => {
  const seconds = Number(process.argv[2] || 600)
  if (!(seconds >= 10)) throw new UserError('npm test -- chaos:SECONDS needs at least 10 seconds.')
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
  print(`CHAOS_SEED=${seed}: ${seconds} s of faults under load.`)
  await buildIfStale()
  const world = await startWorld(seed)
  const { history } = world
  const ledger = new AcknowledgedWrites()
  const problems: string[] = []
  let isKept = true
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void world.stop(true).finally(() => process.exit(1)))
  try {
    const { phones, people, admin, tellToEnd } = await populate(world, ledger, createRandom(seed))
    const cannot = impossible(world)
    for (const [fault, why] of Object.entries(cannot))
      print(`The fault “${fault}” is left out: ${why}.`)
    const tried = new Map<Fault, number>()
    const begun = performance.now()
    const striking: Promise<unknown>[] = []
    for (const planned of drawSchedule(seed, seconds, Object.keys(cannot) as Fault[])) {
      await sleep(Math.max(0, planned.at * 1000 - (performance.now() - begun)))
      tried.set(planned.kind, (tried.get(planned.kind) ?? 0) + 1)
      striking.push(
        injectFault(world, phones, planned).catch((error) =>
          history.wrong(`${planned.kind}: ${error}`),
        ),
      )
    }
    await Promise.all(striking)
    clearFaults(world, phones)
    tellToEnd()
    history.fault('all faults are over')
    print(
      `The faults are over. ${history.acknowledgements} writes were acknowledged. Waiting for empty queues…`,
    )

    const until = performance.now() + REST * 1000
    const isLate = () => performance.now() > until
    setTimeout(() => stopRetrying.abort(), (REST * 1000) / 2).unref()
    await world.untilReady(120)
    await people
    for (const phone of phones)
      for (;;) {
        const report = await phone.report()
        ledger.phones.set(phone.name, report)
        if (report.queue === 0 || isLate()) break
        await sleep(500)
      }
    let rest = await stillUnderWay(world.sql)
    for (; rest.length > 0 && !isLate(); rest = await stillUnderWay(world.sql)) await sleep(1000)
    if (rest.length > 0) problems.push(`queues are not empty: ${rest.join(', ')}`)
    // Waits until every phone has received the passages of the others. Without an event stream a
    // phone polls every few seconds.
    const heard = performance.now() + HEARD * 1000
    do {
      await sleep(5_000)
      for (const phone of phones) ledger.phones.set(phone.name, await phone.report())
    } while (performance.now() < heard && (await disagreeing(world, ledger)).length > 0)

    const broken = (promise: string) => {
      const found: string[] = []
      const add = (what: string, words?: string) => {
        const around = words && found.length < 5 ? history.around(words) : ''
        found.push(`    ${what}${around ? `\n${around}` : ''}`)
      }
      const tell = () => {
        print(`${found.length === 0 ? '✓' : '✗'} ${promise}`)
        for (const line of found.slice(0, 12)) print(line)
        if (found.length > 12) print(`    … and ${found.length - 12} more`)
        if (found.length > 0) problems.push(promise)
      }
      return { add, tell }
    }
    for (const [promise, hold] of Object.entries(INVARIANTS)) {
      const { add, tell } = broken(promise)
      await hold(world, ledger, add)
      tell()
    }
    const alike = broken('all instances return the same, and no log has an unexpected error')
    await agree(world, ledger, admin, alike.add)
    alike.tell()
    const foreseen = broken('every response was expected, and no instance ended by itself')
    for (const what of history.wrongs) foreseen.add(what)
    foreseen.tell()

    print(`\n${'fault'.padEnd(44)} tried  lost`)
    for (const kind of Object.keys(FAULTS) as Fault[])
      if (tried.has(kind))
        print(
          `${kind.padEnd(44)} ${String(tried.get(kind)).padStart(5)}  ${problems.length === 0 ? 'nothing' : '?'}`,
        )
    print(`${history.acknowledgements} writes were acknowledged.`)
    isKept = problems.length > 0
  } finally {
    await world.stop(isKept)
    if (isKept)
      print(`Logs and history are in ${world.dir}. CHAOS_SEED=${seed} repeats the faults.`)
  }
  if (problems.length > 0) throw new UserError(`${problems.length} promises are broken.`)
})
// The phone processes end when this process ends.
process.exit()
