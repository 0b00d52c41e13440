/**
 * Loop, input and screens of the game. The simulation runs in fixed steps, independent of the frame
 * rate.
 */
import { landsHigher } from './aim.js'
import { bestScore, PLACES, storeBest } from './best-score.js'
import { createScene, drawFrame, fit, riseDawn } from './draw.js'
import { showCue } from './effects.js'
import { share } from './share.js'
import { isSoundWanted, playCue, setSound, startSound } from './sound.js'
import { CUE, createWorld, press, STEP, step } from './world.js'

/**
 * Time in ms after a round during which a press does not start the next one, because the player may
 * still be tapping.
 */
const LOCK_MS = 650
/**
 * Timeout in ms for the next round from the embedding page. A slow phone hydrates that page later
 * than it loads the game.
 */
const ROUND_TIMEOUT_MS = 6000

const $ = (id) => document.getElementById(id)
const calm = matchMedia('(prefers-reduced-motion: reduce)')
const scene = createScene($('sky'))
let world = createWorld(newSeed())
let phase = 'start'
let place = 0
let shownScore = -1
let shownMultiplier = -1
let overAt = 0
/**
 * Id of the requested animation frame, and time of the last frame in ms. Both are 0 while nothing
 * moves.
 */
let frameRequest = 0
let lastFrameAt = 0
let unsimulated = 0
let ratio = Math.min(devicePixelRatio || 1, 2)
let slowFrames = 0
const isFramed = parent !== window
/**
 * Seed of the next round from the server, else null. Only such a round can reach the leaderboard.
 */
let serverSeed = null
/**
 * Whether no round of the server will come: the game is not embedded, or the embedding page has
 * none.
 */
let hasNoServer = !isFramed
let roundTimer = 0
/** Whether the embedding page has said that it listens. */
let isPageListening = false
/** Steps at which a press had an effect. Together with the seed they define the whole round. */
let presses = []

/**
 * Sends a message to the embedding page. Any origin may read it, because it contains no secret; the
 * receiver decides what to believe.
 */
function sendToPage(type, more) {
  if (isFramed) parent.postMessage({ type: `igrica:${type}`, ...more }, '*')
}

function showPhase(next) {
  phase = next
  document.body.dataset.phase = next
  requestFrame()
}

function newSeed() {
  return crypto.getRandomValues(new Uint32Array(1))[0]
}

/**
 * Starts a round. Without a seed of the server, it first waits for the embedding page to send one.
 */
function start() {
  startSound()
  if (serverSeed !== null || hasNoServer) return startRound()
  roundTimer ||= setTimeout(startRound, ROUND_TIMEOUT_MS)
  document.body.dataset.waits = ''
}

/**
 * Called when the embedding page says that it listens: repeats `ready`, which it has missed before.
 */
function repeatReady() {
  if (isPageListening) return
  isPageListening = true
  sendToPage('ready')
}

function startRound() {
  clearTimeout(roundTimer)
  roundTimer = 0
  delete document.body.dataset.waits
  const seed = serverSeed ?? newSeed()
  serverSeed = null
  world = createWorld(seed)
  presses = []
  place = 0
  unsimulated = 0
  $('note').textContent = ''
  $('action').hidden = true
  showPhase('play')
  document.activeElement?.blur()
  sendToPage('start', { seed })
}

function pause() {
  if (phase !== 'play') return
  showPhase('pause')
  $('on').focus()
}

function resume() {
  if (phase !== 'pause') return
  showPhase('play')
  document.activeElement?.blur()
}

function finish() {
  const previousBest = bestScore()
  overAt = performance.now()
  storeBest(world.score)
  const where = `${PLACES[place][1]}, ${world.best}. ploča.`
  const record = previousBest > 0 ? ` Tvoj rekord je ${format(previousBest)}.` : ''
  $('total').textContent = format(world.score)
  $('share').hidden = world.score === 0
  $('facts').textContent = world.score > previousBest ? `Tvoj novi rekord! ${where}` : where + record
  showPhase('over')
  $('again').focus({ preventScroll: true })
  sendToPage('score', { score: world.score, presses })
}

const format = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, '.')

/** Handles a press of the only button, anywhere on the screen or by keyboard. */
function pressButton() {
  startSound()
  if (phase === 'play') press(world) && presses.push(world.steps)
  else if (phase === 'pause') resume()
  else if (phase === 'start') start()
  else if (performance.now() - overAt > LOCK_MS) start()
}

/**
 * Requests the next frame. Before a round and in a pause no further frames follow, to save battery.
 */
function requestFrame() {
  frameRequest ||= requestAnimationFrame(frame)
}

function frame(now) {
  frameRequest = 0
  if (!scene.sprites) resize()
  const dt = lastFrameAt && Math.min((now - lastFrameAt) / 1000, 0.1)
  if (phase === 'play') {
    unsimulated += dt
    while (unsimulated >= STEP) {
      step(world)
      unsimulated -= STEP
    }
    handleCues()
    adaptResolution(dt)
  } else if (phase === 'over') riseDawn(scene, world, dt)
  drawFrame(scene, world, dt)
  const moves = phase === 'play' || phase === 'over'
  lastFrameAt = moves ? now : 0
  if (moves) requestFrame()
}

function handleCues() {
  for (let i = 0; i < world.cueCount; i++) {
    const cue = world.cues[i]
    showCue(scene, world, cue)
    playCue(cue, world.multiplier)
    if (cue === CUE.over) finish()
    else if (cue === CUE.tram) announce('Zadnji tramvaj!')
    else if (cue === CUE.saved) announce('Ništa zato!')
  }
  world.cueCount = 0
  if (world.score !== shownScore) {
    shownScore = world.score
    $('points').textContent = format(shownScore)
  }
  if (world.multiplier !== shownMultiplier) {
    shownMultiplier = world.multiplier
    $('multiplier').textContent = `×${shownMultiplier}`
    $('row').toggleAttribute('data-plain', shownMultiplier === 1)
  }
  if (place + 1 < PLACES.length && world.best >= PLACES[place + 1][0]) announce(PLACES[++place][1])
}

function announce(text) {
  const banner = $('banner')
  banner.textContent = text
  banner.removeAttribute('data-on')
  requestAnimationFrame(() => banner.setAttribute('data-on', ''))
  setTimeout(() => banner.textContent === text && banner.removeAttribute('data-on'), 2200)
}

/** Lowers the resolution of the canvas on a device that cannot keep the frame rate. */
function adaptResolution(dt) {
  slowFrames = dt > 0.021 ? slowFrames + 1 : Math.max(0, slowFrames - 0.5)
  if (slowFrames < 45 || ratio <= 1) return
  slowFrames = 0
  ratio = Math.max(1, ratio - 0.5)
  resize()
}

function resize() {
  scene.calm = calm.matches
  fit(scene, ratio)
  requestFrame()
}

const isOnButton = (event) => event.target instanceof Element && event.target.closest('button')

addEventListener('pointerdown', (event) => {
  if (phase === 'play' && event.isPrimary && !isOnButton(event)) pressButton()
})
// Outside a round a touch may be the start of a scroll, so only a click counts.
addEventListener('click', (event) => {
  if (phase === 'over' && !isOnButton(event) && event.target === $('sky')) pressButton()
})
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' || event.key.toLowerCase() === 'p')
    return phase === 'play' ? pause() : resume()
  if (!/^( |Enter|Arrow(Up|Down|Left|Right))$/.test(event.key)) return
  if (isOnButton(event) && phase !== 'play' && !event.key.startsWith('Arrow')) return
  event.preventDefault()
  if (!event.repeat) pressButton()
})
addEventListener('contextmenu', (event) => phase === 'play' && event.preventDefault())
// When the iframe gets the keyboard focus, the start button takes it.
addEventListener('focus', () => {
  if (phase === 'start' && document.activeElement === document.body)
    $('go').focus({ preventScroll: true })
})
document.addEventListener('visibilitychange', () => document.hidden && pause())
$('go').addEventListener('click', start)
$('again').addEventListener('click', () => performance.now() - overAt > LOCK_MS && start())
$('on').addEventListener('click', resume)
$('pause').addEventListener('click', pause)
$('action').addEventListener('click', () => sendToPage('sign-up'))
$('share').addEventListener('click', async () => {
  const message = await share(format(world.score), PLACES[place][1])
  if (message) $('note').textContent = message
})
$('sound').addEventListener('click', (event) => {
  setSound(!isSoundWanted())
  event.currentTarget.setAttribute('aria-pressed', String(isSoundWanted()))
  if (phase === 'play') event.currentTarget.blur()
})
// Messages of the embedding page: that it listens, the next round, and a note about the last score.
addEventListener('message', (event) => {
  if (event.source !== parent) return
  if (event.data?.type === 'igrica:here') repeatReady()
  if (event.data?.type === 'igrica:round') {
    const { seed } = event.data
    hasNoServer = seed === null
    serverSeed = hasNoServer ? null : seed >>> 0
    if (roundTimer) startRound()
  }
  if (event.data?.type !== 'igrica:note') return
  const { text, action } = event.data
  $('note').textContent = String(text ?? '')
  $('action').hidden = !action
  $('action').textContent = String(action ?? '')
})
calm.addEventListener('change', resize)
// The observer also reports the first size, with the first frame.
new ResizeObserver(resize).observe($('sky'))

$('sound').setAttribute('aria-pressed', String(isSoundWanted()))
$('go').disabled = false
document.fonts.load('900 30px Poster')

/** For tests: reads the state of the game and presses its button. The server trusts neither. */
window.igrica = {
  get phase() {
    return phase
  },
  get score() {
    return world.score
  },
  get presses() {
    return presses.length
  },
  get isGoodMoment() {
    return phase === 'play' && world.restingSeconds > 0.1 && landsHigher(world)
  },
  act: pressButton,
}
sendToPage('ready')
