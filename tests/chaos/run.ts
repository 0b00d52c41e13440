import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@/db/seed/random'
import { buildIfStale } from '@/scripts/lib/build'
import { print, runCommand, UserError } from '@/scripts/lib/command'
import { stopRetrying } from './caller'
import { compareInstances, findCountMismatches } from './compare-instances'
import { clearFaults, injectFault, listImpossibleFaults } from './faults'
import { INVARIANTS, listUnfinishedWork } from './invariants'
import { AcknowledgedWrites } from './ledger'
import { populate } from './population'
import { drawSchedule, FAULTS, type Fault } from './schedule'
import { startWorld } from './world'

/**
 * Maximum time in seconds until all queues are empty after the faults. A webhook that a killed
 * process had claimed takes one minute, a mail that is retried later takes several.
 */
const QUEUES_TIMEOUT_S = 400

/** Maximum time in seconds until every phone has received the passages of all other phones. */
const PHONES_TIMEOUT_S = 150

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
  let keepsFiles = true
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void world.stop(true).finally(() => process.exit(1)))
  try {
    const { phones, simulations, admin, endLoad } = await populate(
      world,
      ledger,
      createRandom(seed),
    )
    const impossible = listImpossibleFaults(world)
    for (const [fault, reason] of Object.entries(impossible))
      print(`The fault “${fault}” is left out: ${reason}.`)
    const injected = new Map<Fault, number>()
    const startedAt = performance.now()
    const injections: Promise<unknown>[] = []
    for (const planned of drawSchedule(seed, seconds, Object.keys(impossible) as Fault[])) {
      await sleep(Math.max(0, planned.at * 1000 - (performance.now() - startedAt)))
      injected.set(planned.kind, (injected.get(planned.kind) ?? 0) + 1)
      injections.push(
        injectFault(world, phones, planned).catch((error) =>
          history.recordUnexpected(`${planned.kind}: ${error}`),
        ),
      )
    }
    await Promise.all(injections)
    clearFaults(world, phones)
    endLoad()
    history.recordFault('all faults are over')
    print(
      `The faults are over. ${history.acknowledgements} writes were acknowledged. Waiting for empty queues…`,
    )

    const queuesDeadline = performance.now() + QUEUES_TIMEOUT_S * 1000
    const isLate = () => performance.now() > queuesDeadline
    setTimeout(() => stopRetrying.abort(), (QUEUES_TIMEOUT_S * 1000) / 2).unref()
    await world.waitUntilReady(120)
    await simulations
    for (const phone of phones)
      for (;;) {
        const report = await phone.report()
        ledger.phones.set(phone.name, report)
        if (report.queue === 0 || isLate()) break
        await sleep(500)
      }
    let unfinished = await listUnfinishedWork(world.sql)
    for (; unfinished.length > 0 && !isLate(); unfinished = await listUnfinishedWork(world.sql))
      await sleep(1000)
    if (unfinished.length > 0) problems.push(`queues are not empty: ${unfinished.join(', ')}`)
    // Waits until every phone has received the passages of the others. Without an event stream a
    // phone polls every few seconds.
    const phonesDeadline = performance.now() + PHONES_TIMEOUT_S * 1000
    do {
      await sleep(5_000)
      for (const phone of phones) ledger.phones.set(phone.name, await phone.report())
    } while (
      performance.now() < phonesDeadline &&
      (await findCountMismatches(world, ledger)).length > 0
    )

    const startCheck = (promise: string) => {
      const found: string[] = []
      const add = (what: string, searchText?: string) => {
        const context = searchText && found.length < 5 ? history.linesAround(searchText) : ''
        found.push(`    ${what}${context ? `\n${context}` : ''}`)
      }
      const printResult = () => {
        print(`${found.length === 0 ? '✓' : '✗'} ${promise}`)
        for (const line of found.slice(0, 12)) print(line)
        if (found.length > 12) print(`    … and ${found.length - 12} more`)
        if (found.length > 0) problems.push(promise)
      }
      return { add, printResult }
    }
    for (const [promise, check] of Object.entries(INVARIANTS)) {
      const { add, printResult } = startCheck(promise)
      await check(world, ledger, add)
      printResult()
    }
    const instanceCheck = startCheck(
      'all instances return the same, and no log has an unexpected error',
    )
    await compareInstances(world, ledger, admin, instanceCheck.add)
    instanceCheck.printResult()
    const eventCheck = startCheck('every response was expected, and no instance ended by itself')
    for (const what of history.unexpectedEvents) eventCheck.add(what)
    eventCheck.printResult()

    print(`\n${'fault'.padEnd(44)} tried  lost`)
    for (const kind of Object.keys(FAULTS) as Fault[])
      if (injected.has(kind))
        print(
          `${kind.padEnd(44)} ${String(injected.get(kind)).padStart(5)}  ${problems.length === 0 ? 'nothing' : '?'}`,
        )
    print(`${history.acknowledgements} writes were acknowledged.`)
    keepsFiles = problems.length > 0
  } finally {
    await world.stop(keepsFiles)
    if (keepsFiles)
      print(`Logs and history are in ${world.dir}. CHAOS_SEED=${seed} repeats the faults.`)
  }
  if (problems.length > 0) throw new UserError(`${problems.length} promises are broken.`)
})
// The phone processes end when this process ends.
process.exit()
