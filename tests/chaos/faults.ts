import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkFault } from './faulty-proxy'
import { HEAP } from './instance'
import type { Phone } from './phone'
import type { Fault, PlannedFault } from './schedule'
import type { World } from './world'

const HOUR_MS = 3_600_000
const NETWORK_FAULTS: Partial<Record<Fault, NetworkFault>> = {
  'network slow (up to 0.4 s per chunk)': 'slow',
  'network very slow (20 kB/s)': 'trickle',
  'network stalled': 'stalled',
  'network one-way (responses lost)': 'one-way',
  'network cut during responses': 'cutting',
}

/** Returns the faults that cannot be injected on this machine, each with the reason. */
export function listImpossibleFaults({ database }: World): Partial<Record<Fault, string>> {
  return {
    ...(database.canFill ? {} : { 'database’s disk full': 'mounting a small disk needs root' }),
  }
}

/** Injects one planned fault, and ends it after its duration if it has one. */
export async function injectFault(
  world: World,
  phones: Phone[],
  { kind, seconds, target, choice }: PlannedFault,
) {
  const pick = <T>(all: readonly T[], chance: number) => all[Math.floor(chance * all.length)] as T
  const { database, history } = world
  const { instance, frontProxy, databaseProxy, name } = pick(world.members, target)
  const phone = pick(phones, target)
  const pickBackend = () => pick(database.backends(), target)
  const record = (on: string) =>
    history.recordFault(`${kind}: ${on}${seconds >= 0.1 ? `, ${seconds.toFixed(1)} s` : ''}`)
  const ms = seconds * 1000
  const networkFault = NETWORK_FAULTS[kind]
  if (networkFault) {
    const proxy = pick([frontProxy, databaseProxy], choice)
    record(proxy === frontProxy ? `in front of ${name}` : `between ${name} and the database`)
    proxy.setFault(networkFault)
    await sleep(ms)
    proxy.setFault('none')
    return
  }
  switch (kind) {
    case 'instance killed (kill -9)':
    case 'instance stopped (SIGTERM)':
      record(name)
      return instance.end(kind.includes('kill -9') ? 'SIGKILL' : 'SIGTERM', ms)
    case 'instance frozen (SIGSTOP)':
    case 'instance frozen for long':
      record(name)
      instance.freeze()
      await sleep(ms)
      return instance.thaw()
    case 'instance with little memory':
      record(`${name}, ${HEAP.little} MB`)
      instance.setHeap(HEAP.little)
      instance.end('SIGKILL', 200)
      await sleep(ms)
      instance.setHeap(HEAP.usual)
      return instance.end('SIGKILL', 200)
    case 'instance’s clock jumps by hours':
    case 'phone’s clock jumps by hours': {
      const offsetMs = (choice < 0.5 ? -2 : 2) * HOUR_MS
      const clockOwner = kind.startsWith('phone') ? phone : instance
      record(`${clockOwner.name}, ${offsetMs / HOUR_MS} h`)
      clockOwner.setClock(offsetMs)
      await sleep(ms)
      return clockOwner.setClock(0)
    }
    case 'phone frozen (SIGSTOP)':
      record(phone.name)
      phone.freeze()
      await sleep(ms)
      return phone.thaw()
    case 'database backend killed (kill -9)':
      record('one backend, so PostgreSQL restarts all')
      return kill(pickBackend(), 'SIGKILL')
    case 'database backend frozen (SIGSTOP)': {
      const backend = pickBackend()
      record('one backend')
      kill(backend, 'SIGSTOP')
      await sleep(ms)
      return kill(backend, 'SIGCONT')
    }
    case 'database backends terminated (SIGTERM)':
      record('all backends')
      for (const backend of database.backends()) kill(backend, 'SIGTERM')
      return
    case 'database stopped at once (SIGQUIT)':
      record('crash recovery')
      database.signal('SIGQUIT')
      return
    case 'database killed (kill -9)':
      record('crash recovery')
      database.signal('SIGKILL')
      return
    case 'database’s disk full':
      record('the disk of the data folder')
      database.fill()
      await sleep(ms)
      return database.free()
    case 'failover to a standby':
      record((await database.failOver()) ? 'the standby was promoted' : 'no standby had caught up')
      return
  }
}

function kill(pid: number | undefined, signal: NodeJS.Signals) {
  try {
    if (pid) process.kill(pid, signal)
  } catch {
    // The process had already ended.
  }
}

/** Ends all faults that may still last after the load. */
export function clearFaults(world: World, phones: Phone[]) {
  world.database.free()
  for (const backend of world.database.backends()) kill(backend, 'SIGCONT')
  for (const { instance, frontProxy, databaseProxy } of world.members) {
    for (const proxy of [frontProxy, databaseProxy]) proxy.setFault('none')
    instance.thaw()
    instance.setClock(0)
    instance.setHeap(HEAP.usual)
  }
  for (const phone of phones) {
    phone.thaw()
    phone.setClock(0)
  }
}
