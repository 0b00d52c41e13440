/**
 * Simulation of the game without a screen: a student jumps from one vinyl record to the next, away
 * from the dawn. Seed and press steps define a round. Browser and server must compute the same, so
 * clock, screen and `Math.sin` are not allowed. Runs in fixed steps and allocates no memory.
 */
import {
  CRACKED,
  emptyNotes,
  emptyRecords,
  emptyTram,
  FIELD,
  layOut,
  moveRecords,
  moveTram,
  sendTram,
  VIEW,
} from './records.js'
import { angleOf, cosine, RULES, sine } from './rules.js'

export const STEP = 1 / RULES.stepsPerSecond
export const BODY = 9
export const GRAVITY = 1400
export const LEAP = 760
export const LIFT = 90
const SECOND_LEAP = 520
/** Seconds on a record after which the multiplier is reset. */
export const MULTIPLIER_SECONDS = 2.6
export const RIDE_SECONDS = 1.9

export const CUE = {
  leap: 1,
  land: 2,
  back: 3,
  note: 4,
  tram: 5,
  second: 6,
  crack: 7,
  over: 8,
  saved: 9,
}
const CUES = 16
/** Falls are forgiven until record number LEARNING is reached, at most SECOND_CHANCES times. */
const LEARNING = 4
const SECOND_CHANCES = 3
/** Distance in units below the last record at which the player counts as fallen. */
const FALLEN = 130
/** Seconds that the dawn waits for the first successful jump, and again after a forgiven fall. */
const DAWN_WAITS = 8

/**
 * Creates a round. `isGentle` gives it an easy beginning. Rounds from older versions are replayed
 * without it (lib/leaderboard/rounds.ts).
 */
export function createWorld(seed, isGentle = true) {
  const world = {
    isGentle,
    chances: isGentle ? SECOND_CHANCES : 0,
    dawnWaits: isGentle ? DAWN_WAITS : 0,
    home: null,
    dice: seed >>> 0 || 1,
    /** Number of steps that have been simulated. */
    steps: 0,
    time: 0,
    camera: -70,
    dawn: -230,
    over: false,
    records: emptyRecords(),
    notes: emptyNotes(),
    tram: emptyTram(),
    laid: 0,
    notesLaid: 0,
    topX: FIELD / 2,
    topY: 0,
    x: 0,
    y: 0,
    vx: 0,
    vy: 0,
    on: null,
    angle: Math.PI / 2,
    left: null,
    restingSeconds: 0,
    canLeapAgain: true,
    hasBrokenStreak: false,
    ride: 0,
    rideFromX: 0,
    rideFromY: 0,
    rideTo: null,
    score: 0,
    multiplier: 1,
    best: 0,
    topOfBest: 96,
    tramAt: 11,
    tramTime: -RULES.tramSeconds,
    cues: new Uint8Array(CUES),
    cueCount: 0,
  }
  layOut(world)
  attach(world, world.records[0], Math.PI / 2)
  return world
}

function cue(world, what) {
  if (world.cueCount < CUES) world.cues[world.cueCount++] = what
}

function attach(world, record, angle) {
  world.on = record
  world.home = record
  world.angle = angle
  world.restingSeconds = 0
  world.canLeapAgain = true
  stayOnRecord(world)
}

function stayOnRecord(world) {
  const reach = world.on.r + BODY
  world.x = world.on.x + cosine(world.angle) * reach
  world.y = world.on.y + sine(world.angle) * reach
}

/**
 * Handles a press of the only button: jumps off a record, or once more in the air, which resets the
 * multiplier at the landing. Returns whether the press had an effect.
 */
export function press(world) {
  if (world.over || world.ride > 0) return false
  if (world.on) {
    world.vx = cosine(world.angle) * LEAP
    world.vy = sine(world.angle) * LEAP + LIFT
    world.left = world.on
    world.on = null
    world.hasBrokenStreak = false
    cue(world, CUE.leap)
    return true
  }
  if (world.canLeapAgain) {
    world.canLeapAgain = false
    world.hasBrokenStreak = true
    world.vx *= 0.6
    world.vy = Math.max(world.vy * 0.2, 0) + SECOND_LEAP
    world.left = null
    cue(world, CUE.second)
    return true
  }
  return false
}

/** Simulates one step of 1/120 s. */
export function step(world) {
  if (world.over) return
  world.time = ++world.steps / RULES.stepsPerSecond
  moveRecords(world, STEP)
  if (world.tram.on) moveTram(world, STEP)
  if (world.ride > 0) ride(world)
  else if (world.on) turnWithRecord(world)
  else fly(world)
  takeNotes(world)
  follow(world)
  if (!world.on && world.ride === 0 && world.y < world.home.y - FALLEN) forgive(world)
  if (world.y < world.dawn || world.time >= RULES.roundSeconds) {
    world.over = true
    cue(world, CUE.over)
  }
}

/**
 * Forgives a fall early in a round: puts the player back on the last record, unless the dawn has
 * reached it.
 */
function forgive(world) {
  if (world.chances === 0 || world.best >= LEARNING || world.home.y < world.dawn) return
  world.chances--
  world.dawnWaits = world.time + DAWN_WAITS
  world.vx = world.vy = 0
  world.left = null
  world.multiplier = 1
  attach(world, world.home, Math.PI / 2)
  cue(world, CUE.saved)
}

function turnWithRecord(world) {
  const record = world.on
  world.angle += record.spin * STEP
  world.restingSeconds += STEP
  if (world.restingSeconds > MULTIPLIER_SECONDS) world.multiplier = 1
  stayOnRecord(world)
  if (record.kind !== CRACKED) return
  record.breakIn -= STEP
  if (record.breakIn > 0) return
  record.gone = true
  world.on = null
  world.left = null
  world.vx = world.vy = 0
  world.hasBrokenStreak = true
  cue(world, CUE.crack)
}

function fly(world) {
  world.vy -= GRAVITY * STEP
  world.x += world.vx * STEP
  world.y += world.vy * STEP
  if ((world.x < BODY && world.vx < 0) || (world.x > FIELD - BODY && world.vx > 0)) world.vx *= -0.9
  const { tram } = world
  if (tram.on && Math.abs(world.x - tram.x) < 62 && Math.abs(world.y - tram.y) < 34)
    return board(world)
  for (let i = 0; i < world.records.length; i++) {
    const record = world.records[i]
    if (record.gone) continue
    const dx = world.x - record.x
    const dy = world.y - record.y
    const reach = record.r + BODY
    const isNear = dx * dx + dy * dy <= reach * reach
    if (record === world.left) {
      if (!isNear) world.left = null
    } else if (isNear) return land(world, record, angleOf(dy, dx))
  }
}

function land(world, record, angle) {
  attach(world, record, angle)
  if (record.index <= world.best) {
    world.multiplier = 1
    cue(world, CUE.back)
    return
  }
  world.best = record.index
  world.topOfBest = record.y + record.r
  if (world.hasBrokenStreak) world.multiplier = 1
  world.score += RULES.landing * world.multiplier
  world.multiplier = Math.min(world.multiplier + 1, RULES.mostMultiplier)
  cue(world, CUE.land)
  if (world.best < world.tramAt || world.tram.on) return
  if (world.time - world.tramTime < RULES.tramSeconds) return
  sendTram(world)
  world.tramAt = world.best + 15
}

function takeNotes(world) {
  for (let i = 0; i < world.notes.length; i++) {
    const note = world.notes[i]
    if (note.taken) continue
    const dx = world.x - note.x
    const dy = world.y - note.y
    if (dx * dx + dy * dy > 26 * 26) continue
    note.taken = true
    world.score += RULES.note * world.multiplier
    cue(world, CUE.note)
  }
}

function board(world) {
  world.ride = RIDE_SECONDS
  world.tram.on = false
  world.tramTime = world.time
  world.rideFromX = world.x
  world.rideFromY = world.y
  world.rideTo = world.records[(world.best + 6) % world.records.length]
  world.score += RULES.tram
  cue(world, CUE.tram)
}

/** Moves the player with the tram, which lets the player off six records higher. */
function ride(world) {
  world.ride -= STEP
  const to = world.rideTo
  const progress = 1 - Math.max(world.ride, 0) / RIDE_SECONDS
  const eased = progress * progress * (3 - 2 * progress)
  const bend = sine(progress * Math.PI) * (world.rideFromX < FIELD / 2 ? 90 : -90)
  world.x = world.rideFromX + (to.x - world.rideFromX) * eased + bend
  world.y = world.rideFromY + (to.y + to.r + BODY - world.rideFromY) * eased
  if (world.ride > 0) return
  world.ride = 0
  world.hasBrokenStreak = false
  land(world, to, Math.PI / 2)
}

/**
 * Moves the camera up with the player, and the dawn up with time, at most 80 units below the
 * camera.
 */
function follow(world) {
  const target = world.y - VIEW * 0.4
  if (target > world.camera) world.camera += (target - world.camera) * 0.06
  const waits = world.best === 0 && world.time < world.dawnWaits
  const speed = waits ? 0 : 20 + world.time * 0.75
  world.dawn = Math.max(world.dawn + speed * STEP, world.camera - 80)
  layOut(world)
}
