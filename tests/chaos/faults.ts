import { setTimeout as sleep } from 'node:timers/promises'
import type { NetworkFault } from './faulty-proxy'
import { HEAP } from './instance'
import type { Phone } from './phone'
import type { Fault, Planned } from './schedule'
import type { World } from './world'

const HOURS = 3_600_000
const WEATHERS: Partial<Record<Fault, NetworkFault>> = {
  'network slow (up to 0.4 s per chunk)': 'slow',
  'network very slow (20 kB/s)': 'trickle',
  'network stalled': 'stalled',
  'network one-way (responses lost)': 'one-way',
  'network cut during responses': 'cutting',
}

/** Returns the faults that cannot be injected on this machine, each with the reason. */
export function impossible({ database }: World): Partial<Record<Fault, string>> {
  return {
    ...(database.canFill ? {} : { 'database’s disk full': 'mounting a small disk needs root' }),
  }
}

/** Injects one planned fault, and ends it after its duration if it has one. */
export async function injectFault(
  world: World,
  phones: Phone[],
  { kind, lasts, whom, how }: Planned,
) {
  const pick = <T>(all: readonly T[], chance: number) => all[Math.floor(chance * all.length)] as T
  const { database, history } = world
  const { instance, before, behind, name } = pick(world.members, whom)
  const phone = pick(phones, whom)
  const aBackend = () => pick(database.backends(), whom)
  const told = (on: string) =>
    history.fault(`${kind}: ${on}${lasts >= 0.1 ? `, ${lasts.toFixed(1)} s` : ''}`)
  const ms = lasts * 1000
  const weather = WEATHERS[kind]
  if (weather) {
    const road = pick([before, behind], how)
    told(road === before ? `in front of ${name}` : `between ${name} and the database`)
    road.turn(weather)
    await sleep(ms)
    road.turn('well')
    return
  }
  switch (kind) {
    case 'instance killed (kill -9)':
    case 'instance stopped (SIGTERM)':
      told(name)
      return instance.end(kind.includes('kill -9') ? 'SIGKILL' : 'SIGTERM', ms)
    case 'instance frozen (SIGSTOP)':
    case 'instance frozen for long':
      told(name)
      instance.freeze()
      await sleep(ms)
      return instance.thaw()
    case 'instance with little memory':
      told(`${name}, ${HEAP.little} MB`)
      instance.setHeap(HEAP.little)
      instance.end('SIGKILL', 200)
      await sleep(ms)
      instance.setHeap(HEAP.usual)
      return instance.end('SIGKILL', 200)
    case 'instance’s clock jumps by hours':
    case 'phone’s clock jumps by hours': {
      const ahead = (how < 0.5 ? -2 : 2) * HOURS
      const whose = kind.startsWith('phone') ? phone : instance
      told(`${whose.name}, ${ahead / HOURS} h`)
      whose.setClock(ahead)
      await sleep(ms)
      return whose.setClock(0)
    }
    case 'phone frozen (SIGSTOP)':
      told(phone.name)
      phone.freeze()
      await sleep(ms)
      return phone.thaw()
    case 'database backend killed (kill -9)':
      told('one backend, so PostgreSQL restarts all')
      return kill(aBackend(), 'SIGKILL')
    case 'database backend frozen (SIGSTOP)': {
      const backend = aBackend()
      told('one backend')
      kill(backend, 'SIGSTOP')
      await sleep(ms)
      return kill(backend, 'SIGCONT')
    }
    case 'database backends terminated (SIGTERM)':
      told('all backends')
      for (const backend of database.backends()) kill(backend, 'SIGTERM')
      return
    case 'database stopped at once (SIGQUIT)':
      told('crash recovery')
      database.signal('SIGQUIT')
      return
    case 'database killed (kill -9)':
      told('crash recovery')
      database.signal('SIGKILL')
      return
    case 'database’s disk full':
      told('the disk of the data folder')
      database.fill()
      await sleep(ms)
      return database.free()
    case 'failover to a standby':
      told((await database.failOver()) ? 'the standby was promoted' : 'no standby had caught up')
      return
  }
}

function kill(pid: number | undefined, signal: NodeJS.Signals) {
  try {
    if (pid) process.kill(pid, signal)
  } catch {
    // It had ended by itself.
  }
}

/** Ends all faults that may still last after the load. */
export function clearFaults(world: World, phones: Phone[]) {
  world.database.free()
  for (const backend of world.database.backends()) kill(backend, 'SIGCONT')
  for (const { instance, before, behind } of world.members) {
    for (const road of [before, behind]) road.turn('well')
    instance.thaw()
    instance.setClock(0)
    instance.setHeap(HEAP.usual)
  }
  for (const phone of phones) {
    phone.thaw()
    phone.setClock(0)
  }
}
