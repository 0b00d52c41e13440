/**
 * Draws the game on the canvas. Sprites and particles are reused, so that a round allocates almost
 * no memory.
 */

import { aim } from './aim.js'
import { CITY_HEIGHT, drawCity, drawCrowd } from './city.js'
import { drawPops, drawSparks, drawTrail, emptyEffects } from './effects.js'
import { EMBER, INK, INK_3, PAPER, SIGNAL } from './ink.js'
import { CRACKED, FIELD, VIEW } from './records.js'
import { DAWN_TOP, DISC, makeSprites } from './sprites.js'
import { BODY, MULTIPLIER_SECONDS, STEP } from './world.js'

const AIM_DOTS = 8
const CROWD_HEIGHT = 150
/** Stars as x, y and size. x and y are parts of the view, from 0 to 1; the size is in units. */
const STARS = Float32Array.from({ length: 32 * 3 }, (_, i) => {
  const star = Math.floor(i / 3) + 1
  if (i % 3 === 2) return star % 6 === 0 ? 10 : 4
  return (star * (i % 3 === 0 ? 0.7548777 : 0.5698403)) % 1
})

export function createScene(canvas) {
  return {
    canvas,
    pen: canvas.getContext('2d', { alpha: false }),
    sprites: null,
    city: null,
    crowd: null,
    px: 1,
    width: FIELD,
    height: VIEW,
    /**
     * Height of the lower edge of the picture. The simulation has its own camera, for a view of
     * fixed height.
     */
    camera: -70,
    calm: false,
    turn: 0,
    shake: 0,
    squash: 0,
    spin: 0,
    faces: 1,
    point: { x: 0, y: 0 },
    ...emptyEffects(),
  }
}

/**
 * Fits the canvas to its box, with `ratio` device pixels per CSS px. More than two are not visible,
 * but slow down phones.
 */
export function fit(scene, ratio) {
  const box = scene.canvas.getBoundingClientRect()
  const scale = Math.min(box.width / FIELD, box.height / 520) || 1
  scene.px = scale * ratio
  scene.width = box.width / scale
  scene.height = box.height / scale
  scene.canvas.width = Math.round(box.width * ratio)
  scene.canvas.height = Math.round(box.height * ratio)
  scene.sprites = makeSprites(scene.px, scene.width)
  scene.city = layer(scene, CITY_HEIGHT, drawCity)
  scene.crowd = layer(scene, CROWD_HEIGHT, (pen, width) => drawCrowd(pen, width, CROWD_HEIGHT))
}

function layer(scene, height, draw) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(scene.width * scene.px)
  canvas.height = Math.ceil(height * scene.px)
  const pen = canvas.getContext('2d')
  pen.scale(scene.px, scene.px)
  draw(pen, scene.width)
  return canvas
}

/** Draws one frame, `dt` seconds after the last. */
export function drawFrame(scene, world, dt) {
  const { pen, px, sprites } = scene
  scene.turn += dt
  scene.camera = Math.max(-70, world.camera + (VIEW - scene.height) * 0.4)
  scene.shake = Math.max(0, scene.shake - dt * 4)
  scene.squash = Math.max(0, scene.squash - dt * 7)
  pen.setTransform(px, 0, 0, px, 0, 0)
  pen.fillStyle = INK
  pen.fillRect(0, 0, scene.width, scene.height)
  const climbed = scene.camera + 70
  drawSky(scene, sprites, climbed)
  if (scene.shake > 0) pen.translate(Math.sin(scene.turn * 90) * 5 * scene.shake, 0)
  pen.translate((scene.width - FIELD) / 2, scene.height + scene.camera)
  if (scene.width > FIELD + 1) drawEdges(scene)
  drawRecords(scene, world)
  if (world.tram.on) drawWire(scene, world)
  drawNotes(scene, world)
  if (!world.over && world.on) drawAim(scene, world)
  drawTrail(scene, world)
  drawPlayer(scene, world)
  drawSparks(scene, dt)
  drawPops(scene, dt)
  drawDawn(scene, world)
}

function drawSky(scene, sprites, climbed) {
  const { pen, width, height } = scene
  const slow = scene.calm ? 0 : 0.12
  for (let i = 0; i < STARS.length; i += 3) {
    const size = STARS[i + 2]
    const y = (STARS[i + 1] * height + climbed * slow) % (height + 10)
    pen.drawImage(sprites.star, STARS[i] * width, y - 10, size, size)
  }
  const moon = climbed * slow * 0.3
  if (moon < height) pen.drawImage(sprites.moon, width / 2 - 74, moon, 300, 300)
  const city = height - CITY_HEIGHT - 30 + climbed * 0.45
  if (city < height) pen.drawImage(scene.city, 0, city, width, CITY_HEIGHT)
  if (city + CITY_HEIGHT < height) {
    pen.fillStyle = INK
    pen.fillRect(0, city + CITY_HEIGHT - 1, width, height)
  }
  const crowd = height - CROWD_HEIGHT + 22 + climbed
  if (crowd < height) pen.drawImage(scene.crowd, 0, crowd, width, CROWD_HEIGHT)
}

/** Draws the walls of the field, on a screen wider than the field. */
function drawEdges({ pen, height, camera }) {
  pen.fillStyle = INK_3
  pen.fillRect(-5, -camera - height, 3, height)
  pen.fillRect(FIELD + 2, -camera - height, 3, height)
}

const isInView = ({ camera, height }, y, reach) => y + reach > camera && y - reach < camera + height

function drawRecords(scene, world) {
  const { pen, sprites } = scene
  for (let i = 0; i < world.records.length; i++) {
    const record = world.records[i]
    if (record.gone || !isInView(scene, record.y, record.r + 10)) continue
    const size = (record.r / DISC) * (DISC + 2)
    pen.save()
    pen.translate(record.x, -record.y)
    if (record === world.on && record.kind === CRACKED && !scene.calm)
      pen.translate(Math.sin(scene.turn * 70) * 1.6, 0)
    pen.fillStyle = INK
    pen.beginPath()
    pen.arc(0, 0, record.r + 5, 0, 7)
    pen.fill()
    pen.rotate(-record.angle)
    pen.drawImage(sprites.discs[record.kind], -size, -size, size * 2, size * 2)
    if (record.kind === CRACKED) pen.drawImage(sprites.crack, -size, -size, size * 2, size * 2)
    pen.restore()
    if (record.index > world.best) drawArrow(pen, record)
    if (record === world.on && world.multiplier > 1)
      drawMultiplierTime(pen, record, world.restingSeconds)
  }
}

/**
 * Draws an arrow around a vinyl record that has not been reached yet, in its direction of rotation.
 */
function drawArrow(pen, record) {
  const direction = record.spin > 0 ? -1 : 1
  const end = -1.57 + direction * 0.6
  pen.strokeStyle = PAPER
  pen.lineWidth = 2.5
  pen.beginPath()
  pen.arc(record.x, -record.y, record.r + 9, -1.57 - direction * 0.25, end, direction < 0)
  const x = record.x + Math.cos(end) * (record.r + 9)
  const y = -record.y + Math.sin(end) * (record.r + 9)
  const back = end + 1.57 - (direction > 0 ? 3.14 : 0)
  pen.moveTo(x + Math.cos(back - 0.75) * 8, y + Math.sin(back - 0.75) * 8)
  pen.lineTo(x, y)
  pen.lineTo(x + Math.cos(back + 0.75) * 8, y + Math.sin(back + 0.75) * 8)
  pen.stroke()
}

/** Draws the time left before the multiplier is reset, as an arc around the vinyl record. */
function drawMultiplierTime(pen, record, restingSeconds) {
  const left = Math.max(0, 1 - restingSeconds / MULTIPLIER_SECONDS)
  pen.strokeStyle = left < 0.35 ? EMBER : SIGNAL
  pen.lineWidth = 4
  pen.beginPath()
  pen.arc(record.x, -record.y, record.r + 5, -1.57, -1.57 + 6.283 * left)
  pen.stroke()
}

function drawWire(scene, world) {
  const { pen, sprites } = scene
  const { tram } = world
  pen.strokeStyle = PAPER
  pen.lineWidth = 2
  pen.beginPath()
  pen.moveTo(-scene.width, -tram.y - 32)
  pen.lineTo(scene.width * 2, -tram.y - 32)
  pen.stroke()
  pen.drawImage(sprites.tram, tram.x - 65, -tram.y - 35, 130, 70)
}

function drawNotes(scene, world) {
  for (let i = 0; i < world.notes.length; i++) {
    const note = world.notes[i]
    if (note.taken || !isInView(scene, note.y, 20)) continue
    const bob = scene.calm ? 0 : Math.sin(scene.turn * 4 + note.phase) * 3
    scene.pen.drawImage(scene.sprites.note, note.x - 13, -note.y - 15 + bob, 26, 30)
  }
}

function drawAim(scene, world) {
  const { pen, point } = scene
  pen.fillStyle = PAPER
  for (let i = 1; i <= AIM_DOTS; i++) {
    aim(world, 0.035 + i * 0.045, point)
    pen.beginPath()
    pen.arc(point.x, -point.y, 4.2 - i * 0.32, 0, 7)
    pen.fill()
  }
}

function drawPlayer(scene, world) {
  const { pen, sprites } = scene
  pen.save()
  pen.translate(world.x, -world.y)
  if (world.ride > 0) {
    pen.rotate(-0.28 * (world.rideFromX < FIELD / 2 ? 1 : -1))
    pen.drawImage(sprites.tram, -65, -12, 130, 70)
    pen.translate(0, 4)
  } else if (world.on) {
    pen.rotate(Math.PI / 2 - world.angle)
  } else {
    if (world.hasBrokenStreak && !scene.calm) scene.spin += STEP * 14 * scene.faces
    pen.rotate(world.hasBrokenStreak ? scene.spin : world.vx * 0.0006)
  }
  const squash = scene.squash * 0.3
  pen.translate(0, BODY)
  pen.scale(scene.faces * (1 + squash), 1 - squash)
  const pose = world.on ? sprites.stand : world.hasBrokenStreak ? sprites.tumble : sprites.leap
  pen.drawImage(pose, -30, -58, 60, 66)
  pen.restore()
}

/** Raises the dawn after a round until it fills the screen behind the result. */
export function riseDawn(scene, world, dt) {
  const full = scene.camera + Math.min(scene.height * 0.6 + 230, scene.height - 60)
  if (world.dawn < full) world.dawn = scene.calm ? full : Math.min(full, world.dawn + dt * 620)
}

function drawDawn(scene, world) {
  if (world.dawn + DAWN_TOP + 90 < scene.camera) return
  const { pen, sprites, width } = scene
  const left = (FIELD - width) / 2
  const top = -world.dawn - DAWN_TOP
  pen.save()
  pen.translate(FIELD / 2 - 84, top + 44)
  pen.rotate(scene.calm ? 0 : Math.sin(scene.turn * 1.6) * 0.08)
  pen.drawImage(sprites.sun, -85, -85, 170, 170)
  pen.restore()
  pen.drawImage(sprites.dawn, left, top, width, 300)
  pen.fillStyle = SIGNAL
  pen.fillRect(left, top + 299, width, scene.height)
}
