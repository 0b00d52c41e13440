// Preloaded (`--import`) into a process whose clock is to jump: the wall clock alone, as when
// somebody sets it. Timers and `performance` go on as they were, which an operating system
// promises too. CHAOS_CLOCK names a file that holds how many milliseconds the clock is ahead.
import { readFileSync } from 'node:fs'

const LOOK = 100

const file = process.env.CHAOS_CLOCK
if (file) {
  const True = Date
  let ahead = 0
  const look = () => {
    try {
      ahead = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      // Nobody has set it yet.
    }
  }
  look()
  setInterval(look, LOOK).unref()
  const now = () => True.now() + ahead
  globalThis.Date = new Proxy(True, {
    construct: (target, given, asked) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, asked),
    apply: () => new True(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
