/**
 * Visual effects: sparks, rising numbers, and the trail of the player. Their arrays are allocated
 * once and reused.
 */
import { EMBER, INK, PAPER, SIGNAL } from './ink.js'
import { BODY, CUE } from './world.js'

const SPARKS = 72
const POPS = 5
const TRAIL = 14
const TIMES = Array.from({ length: 10 }, (_, i) => `×${i}`)

export const emptyEffects = () => ({
  sparks: new Float32Array(SPARKS * 5),
  spark: 0,
  pops: new Float32Array(POPS * 4),
  pop: 0,
  trail: new Float32Array(TRAIL * 2),
  trailAt: 0,
})

/** Starts the effects of an event of the game: sparks, a rising multiplier, a short shake. */
export function showCue(scene, world, cue) {
  if (cue === CUE.land || cue === CUE.back) scene.squash = 1
  if (cue === CUE.land) popUp(scene, world)
  if (cue === CUE.leap) scene.faces = world.vx < 0 ? -1 : 1
  if (cue === CUE.leap) scene.spin = 0
  if (scene.calm) return
  if (cue === CUE.land) burst(scene, world.x, world.y, 5 + world.multiplier, 0)
  if (cue === CUE.note) burst(scene, world.x, world.y, 4, 1)
  if (cue === CUE.second) burst(scene, world.x, world.y - BODY, 6, 2)
  if (cue === CUE.crack) burst(scene, world.x, world.y, 16, 2)
  if (cue === CUE.tram) burst(scene, world.x, world.y, 22, 1)
  if (cue === CUE.tram || cue === CUE.crack) scene.shake = 1
}

function burst(scene, x, y, count, tint) {
  for (let i = 0; i < count; i++) {
    const at = (scene.spark++ % SPARKS) * 5
    const angle = (i / count) * 6.28 + Math.random()
    const speed = 60 + Math.random() * 130
    scene.sparks[at] = x
    scene.sparks[at + 1] = y
    scene.sparks[at + 2] = Math.cos(angle) * speed
    scene.sparks[at + 3] = Math.sin(angle) * speed
    scene.sparks[at + 4] = 1 + tint * 2
  }
}

function popUp(scene, world) {
  const at = (scene.pop++ % POPS) * 4
  scene.pops[at] = world.x
  scene.pops[at + 1] = world.y + 50
  scene.pops[at + 2] = 1
  scene.pops[at + 3] = world.multiplier
}

export function drawTrail(scene, world) {
  const { pen, trail } = scene
  const at = (scene.trailAt++ % TRAIL) * 2
  trail[at] = world.x
  trail[at + 1] = world.y
  if (world.on || scene.calm) return trail.fill(-1e6)
  pen.fillStyle = EMBER
  for (let i = 0; i < TRAIL; i++) {
    const k = ((scene.trailAt + i) % TRAIL) * 2
    pen.beginPath()
    pen.arc(trail[k], -trail[k + 1], 0.6 + i * 0.36, 0, 7)
    pen.fill()
  }
}

export function drawSparks(scene, dt) {
  const { pen, sparks } = scene
  for (let at = 0; at < sparks.length; at += 5) {
    const tint = Math.floor(sparks[at + 4] / 2)
    const life = sparks[at + 4] - tint * 2
    if (life <= 0) continue
    sparks[at] += sparks[at + 2] * dt
    sparks[at + 1] += sparks[at + 3] * dt
    sparks[at + 4] = life - dt * 2.2 <= 0 ? 0 : tint * 2 + life - dt * 2.2
    pen.fillStyle = tint === 0 ? PAPER : tint === 1 ? SIGNAL : EMBER
    pen.beginPath()
    pen.arc(sparks[at], -sparks[at + 1], life * 5, 0, 7)
    pen.fill()
  }
}

export function drawPops(scene, dt) {
  const { pen, pops } = scene
  pen.font = '900 30px Poster, "Arial Narrow", sans-serif'
  pen.textAlign = 'center'
  pen.lineWidth = 7
  pen.lineJoin = 'round'
  for (let at = 0; at < pops.length; at += 4) {
    if (pops[at + 2] <= 0) continue
    pops[at + 1] += dt * 46
    pops[at + 2] -= dt * 1.4
    const text = TIMES[pops[at + 3]]
    pen.strokeStyle = INK
    pen.strokeText(text, pops[at], -pops[at + 1])
    pen.fillStyle = SIGNAL
    pen.fillText(text, pops[at], -pops[at + 1])
  }
}
