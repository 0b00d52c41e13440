import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect } from '@/db/pool'
import { createRandom, type Random } from '@/db/seed/random'
import {
  clearTestNight,
  countRealPassages,
  createTestNight,
  hasTestNight,
  pairTestDevice,
  readTestNight,
} from '@/db/seed/test-night'
import { KINDS, type Kind, simulateNight } from '@/scripts/lib/night-simulation'
import { print, runCommand, UserError } from './lib/command'
import { prepareEnvironment } from './lib/environment'
import { DeviceRevoked, newPairingCode, type Presence, SimulatedDevice } from './lib/night-phone'
import { terminationSignal } from './lib/server'

const USAGE =
  'npm run night -- [--guests N] [--gates N] [--speed N] [--copies PART] [--arrivals early|normal|waves] [--seed S] [--url U] [--force], or --clear'

/** Number of guests per lane, and share of the ticket holders who come. */
const GUESTS_PER_LANE = 700
const TURNOUT = 0.85
/**
 * Network failures of a phone, in minutes of the night: average time between two, minimum duration,
 * and maximum random addition to it.
 */
const OUTAGE = { every: 60, least: 2, more: 6 }
/** Intervals in real ms: of the heartbeats, and of the lines that show the progress. */
const HEARTBEAT_MS = 5_000
const PROGRESS_MS = 10_000
/** Maximum number of attempts, one per second, to send the last passages. */
const MAX_TRIES = 30
/** Length of the gate shift of the simulated phones, in hours of real time. */
const SHIFT_HOURS = 12

/**
 * `npm run night`: simulates a night over the API of a running instance. `--clear` deletes its
 * data.
 */
await runCommand(async () => {
  const options = readArguments(process.argv.slice(2))
  const termination = terminationSignal()
  const { settings, stop } = await prepareEnvironment({ share: true, migrate: false })
  const { sql } = connect(settings.DATABASE_URL, { max: 2 })
  try {
    if (options.clear) {
      const { guests, gates } = await clearTestNight(sql)
      print(
        guests + gates > 0
          ? `The simulated night was deleted: ${guests} guests with their passages, ${gates} gates.`
          : 'There is no simulated night to delete.',
      )
      return
    }
    if (await hasTestNight(sql))
      throw new UserError(
        'A simulated night exists already. Delete it with: npm run night -- --clear',
      )
    const realPassages = options.force ? 0 : await countRealPassages(sql)
    if (realPassages > 0)
      throw new UserError(
        `Real guests have passed the gates in the last twelve hours (${realPassages} passages), and a simulated night would mix with them. Use --force to start it anyway.`,
      )
    const url = (options.url ?? settings.PUBLIC_URL).replace(/\/$/, '')
    const response = await fetch(`${url}/api/health/live`).catch(() => null)
    if (!response?.ok)
      throw new UserError(
        `No instance responds at ${url}: start it, or set another URL with --url.`,
      )
    const origin = new URL(settings.PUBLIC_URL).origin
    const random = createRandom(options.seed)
    const { guests, gates } = await createTestNight(sql, { ...options, random })
    const sharedPresence: Presence = new Map()
    const lanes = lanesOf(options)
    const phones = await Promise.all(
      gates.map(({ id }, gate) =>
        Promise.all(
          Array.from({ length: lanes[gate] as number }, async (_, lane) => {
            const { code, hash } = newPairingCode()
            await pairTestDevice(sql, id, hash, SHIFT_HOURS)
            const name = `Proba ${gate + 1}.${lane + 1}`
            return SimulatedDevice.pair(url, { origin, code, name, sharedPresence })
          }),
        ),
      ),
    )
    print(
      `A simulated night of ${guests.length} guests at ${gates.length} gates with ${phones.flat().length} phones, ${options.speed} times as fast as a real night. Ctrl-C ends it.`,
    )
    const scans = simulateNight({
      kind: options.arrivals,
      guests: guests.length,
      lanes,
      copies: options.copies,
      turnout: TURNOUT,
      seed: options.seed,
    })
    const from = Date.now()
    const realTimeOf = (second: number) => from + (1000 * second) / options.speed
    const now = () => ((Date.now() - from) / 1000) * options.speed
    /** Waits until a second of the night. Resolves to false after a signal to stop. */
    const wait = (second: number) =>
      sleep(Math.max(0, realTimeOf(second) - Date.now()), true, { signal: termination }).catch(
        () => false,
      )
    const heartbeats = setInterval(() => {
      for (const phone of phones.flat()) phone.sendHeartbeat().catch(() => {})
    }, HEARTBEAT_MS)
    const progressLines = setInterval(() => print(progress(now(), phones.flat())), PROGRESS_MS)
    /** Runs the scans of one phone for the whole night. */
    const runPhone = async (phone: SimulatedDevice, gate: number, lane: number) => {
      const outages = outagesOf(createRandom(options.seed + 100 * gate + lane + 1))
      for (const scan of scans.filter(
        (candidate) => candidate.gate === gate && candidate.lane === lane,
      )) {
        if (!(await wait(scan.second))) break
        if (outages.some(([a, b]) => a <= scan.second && scan.second < b)) phone.disconnect()
        else if (phone.isOffline) await phone.reconnect()
        const guest = guests[scan.guest]
        // A guest who was not admitted cannot go out.
        if (guest && (scan.direction === 'in' || sharedPresence.has(guest.id)))
          await phone.scan(guest, scan.direction)
      }
      for (let tries = 0; !(await phone.reconnect()); tries++) {
        if (tries === MAX_TRIES) throw new UserError(`The instance at ${url} no longer responds.`)
        await sleep(1000)
      }
    }
    try {
      await Promise.all(
        phones.flatMap((gatePhones, gate) =>
          gatePhones.map((phone, lane) =>
            runPhone(phone, gate, lane).catch((error) => {
              if (!(error instanceof DeviceRevoked)) throw error
              print(`${phone.name} was revoked, or its gate shift is over.`)
            }),
          ),
        ),
      )
    } finally {
      clearInterval(heartbeats)
      clearInterval(progressLines)
      await Promise.all(phones.flat().map((phone) => phone.unregister().catch(() => {})))
    }
    print(`${termination.aborted ? 'Ended early. ' : ''}${progress(now(), phones.flat())}`)
    const { inside, doubles } = await readTestNight(sql)
    print(
      `Inside ${inside}, duplicate admissions ${doubles}. Delete the simulated night with: npm run night -- --clear`,
    )
  } finally {
    await sql.end({ timeout: 5 })
    await stop()
  }
})

/**
 * Returns the number of lanes of each gate, so that there are enough for all guests. If the lanes
 * cannot be divided evenly, the first gates get one more.
 */
function lanesOf({ guests, gates }: { guests: number; gates: number }): number[] {
  const all = Math.max(gates, Math.round(guests / GUESTS_PER_LANE))
  return Array.from({ length: gates }, (_, i) => Math.floor((all + gates - 1 - i) / gates))
}

/** Plans the network failures of a phone: start and end, in seconds after the opening. */
function outagesOf(random: Random): [from: number, to: number][] {
  const outages: [number, number][] = []
  for (let minute = 0; minute < 600; ) {
    minute += -OUTAGE.every * Math.log(1 - random.next())
    const duration = OUTAGE.least + OUTAGE.more * random.next()
    outages.push([60 * minute, 60 * (minute + duration)])
    minute += duration
  }
  return outages
}

/** Describes the progress of the night by the verdicts that the server has confirmed. */
function progress(second: number, phones: SimulatedDevice[]): string {
  const counts: Record<string, number> = {}
  for (const { verdictCounts } of phones)
    for (const [verdict, count] of verdictCounts) counts[verdict] = (counts[verdict] ?? 0) + count
  const { admitted = 0, left = 0, ...refused } = counts
  const refusals = Object.entries(refused).map(([verdict, count]) => `${verdict} ${count}`)
  const late = phones.reduce((all, phone) => all + phone.lateCount, 0)
  const hours = `${Math.floor(second / 3600)}:${String(Math.floor(second / 60) % 60).padStart(2, '0')}`
  return `${hours} after opening: admitted ${admitted}, left ${left}, refused ${refusals.join(', ') || 'none'}; delivered late ${late}.`
}

interface NightOptions {
  guests: number
  gates: number
  speed: number
  seed: number
  copies: number
  arrivals: Kind
  url?: string
  clear: boolean
  force: boolean
}

function readArguments(args: string[]): NightOptions {
  const values = parse(args)
  const number = (name: keyof typeof values, fallback: number, [least, most]: [number, number]) => {
    const text = values[name]
    const read = text === undefined ? fallback : text === '' ? Number.NaN : Number(text)
    if (!(read >= least && read <= most) || (name !== 'copies' && !Number.isInteger(read)))
      throw new UserError(`--${name} must be from ${least} to ${most}. Usage: ${USAGE}`)
    return read
  }
  const { arrivals = 'normal' } = values
  const kind = KINDS.find((name) => name === arrivals)
  if (!kind) throw new UserError(`--arrivals must be one of ${KINDS.join(', ')}. Usage: ${USAGE}`)
  return {
    guests: number('guests', 5000, [1, 100_000]),
    gates: number('gates', 3, [1, 20]),
    speed: number('speed', 60, [1, 3600]),
    seed: number('seed', 1, [0, 2 ** 31]),
    copies: number('copies', 0.03, [0, 1]),
    arrivals: kind,
    clear: values.clear ?? false,
    force: values.force ?? false,
    ...(values.url !== undefined && { url: values.url }),
  }
}

function parse(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args,
      options: {
        guests: text,
        gates: text,
        speed: text,
        seed: text,
        copies: text,
        arrivals: text,
        url: text,
        clear: flag,
        force: flag,
      },
    }).values
  } catch {
    throw new UserError(`${args.join(' ')} has an unknown option. Usage: ${USAGE}`)
  }
}
