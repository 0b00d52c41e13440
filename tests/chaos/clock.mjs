// Preloaded with `--import` into a process whose wall clock jumps. Only `Date` changes: timers and
// `performance` go on, as on a real machine. The file in CHAOS_CLOCK has the offset in ms.
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
