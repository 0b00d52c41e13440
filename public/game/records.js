/** Places and moves the vinyl records to jump on, the music notes and the tram. y grows upwards. */

import { random, sine } from './rules.js'

export const FIELD = 360
/**
 * Height of the view in units, in the simulation. It does not depend on the screen, so that a round
 * is the same for all players.
 */
export const VIEW = 640
export const LP = 0
export const SINGLE = 1
export const CRACKED = 2

const RECORDS = 30
const NOTES = 60
/** Height in units above the view, up to which records are placed in advance. */
const AHEAD = 1100

const clamp = (value, low, high) => Math.max(low, Math.min(high, value))
const mix = (from, to, t) => from + (to - from) * t

export const emptyRecords = () =>
  Array.from({ length: RECORDS }, () => ({
    index: -1,
    x: 0,
    y: 0,
    r: 0,
    angle: 0,
    spin: 0,
    kind: LP,
    baseX: 0,
    sway: 0,
    phase: 0,
    breakIn: 0,
    gone: true,
  }))

export const emptyNotes = () =>
  Array.from({ length: NOTES }, () => ({ x: 0, y: -1e9, taken: true, phase: 0 }))

export const emptyTram = () => ({ on: false, x: 0, y: 0, direction: 1, away: 0 })

/** Adds records up to AHEAD units above the view. They take the places of records far below. */
export function layOut(world) {
  while (world.topY < world.camera + VIEW + AHEAD) addRecord(world)
}

/**
 * Returns how much easier a record is made, from 1 for the first one (number 0) down to 0 for
 * number 4 and above.
 */
const easeOf = (world, index) => (world.isGentle ? clamp(1 - index / 4, 0, 1) : 0)

function addRecord(world) {
  const index = world.laid
  const record = world.records[index % RECORDS]
  const hard = clamp(index / 70, 0, 1)
  const first = index === 0
  const ease = easeOf(world, index)
  record.index = index
  record.kind = kindOf(world, index)
  record.r = first ? 58 : mix(44 + 16 * ease, 25, hard) * (record.kind === SINGLE ? 0.78 : 1)
  record.y = first ? 96 : world.topY + mix(104, 146, hard) + random(world) * 18
  record.x = first ? FIELD / 2 : nextX(world, record.r, 1 - 0.8 * ease)
  record.spin = (random(world) < 0.5 ? -1 : 1) * mix(1.8, 3.9, hard) * (0.85 + random(world) * 0.3)
  record.spin *= 1 - 0.4 * ease
  if (record.kind === SINGLE) record.spin *= 1.25
  record.angle = random(world) * 6.28
  record.baseX = record.x
  record.sway = index > 24 && random(world) < 0.3 ? 26 + random(world) * 22 : 0
  record.phase = random(world) * 6.28
  record.breakIn = 1.9
  record.gone = false
  if (!first && random(world) < 0.72) addNotes(world, record)
  world.topX = record.x
  world.topY = record.y
  world.laid++
}

function kindOf(world, index) {
  const roll = random(world)
  if (index > 14 && roll < 0.18) return CRACKED
  return index > 5 && roll < 0.5 ? SINGLE : LP
}

/**
 * Returns the x of a new record: left or right of the record below, within reach and inside the
 * field.
 */
function nextX(world, r, share) {
  const away = share * (48 + random(world) * 92) * (random(world) < 0.5 ? -1 : 1)
  const low = r + 14
  const high = FIELD - r - 14
  const x = world.topX + away
  return x < low || x > high ? clamp(world.topX - away, low, high) : x
}

/** Adds up to three music notes on the path from the record below. */
function addNotes(world, record) {
  const count = 1 + Math.floor(random(world) * 3)
  for (let i = 0; i < count; i++) {
    const progress = (i + 1) / (count + 1)
    const note = world.notes[world.notesLaid++ % NOTES]
    note.x = clamp(mix(world.topX, record.x, progress) + (random(world) - 0.5) * 40, 16, FIELD - 16)
    note.y = mix(world.topY + 58, record.y - record.r - 14, progress)
    note.phase = random(world) * 6.28
    note.taken = false
  }
}

/** Rotates and sways the records. Removes those far below the view. */
export function moveRecords(world, dt) {
  for (let i = 0; i < world.records.length; i++) {
    const record = world.records[i]
    if (record.gone) continue
    record.angle += record.spin * dt
    if (record.sway)
      record.x = record.baseX + sine(world.time * 1.3 + record.phase) * record.sway
    if (record.y < world.camera - 160) record.gone = true
  }
}

/** Starts the tram above the player, at one side of the field. */
export function sendTram(world) {
  const { tram } = world
  tram.on = true
  tram.direction = random(world) < 0.5 ? 1 : -1
  tram.x = tram.direction > 0 ? -70 : FIELD + 70
  tram.y = world.topOfBest + 190
  tram.away = 0
}

/** Moves the tram back and forth on its wire, until the wire is below the view. */
export function moveTram(world, dt) {
  const { tram } = world
  tram.x += tram.direction * 125 * dt
  if (tram.x < -80) tram.direction = 1
  if (tram.x > FIELD + 80) tram.direction = -1
  if (tram.y < world.camera - 60) tram.on = false
}
