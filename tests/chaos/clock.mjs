// Preloaded with `--import` into a process whose wall clock jumps. Only `Date` changes: timers and
// `performance` continue, as on a real machine. The file in CHAOS_CLOCK has the offset in ms.
import { readFileSync } from 'node:fs'

const POLL_INTERVAL_MS = 100

const file = process.env.CHAOS_CLOCK
if (file) {
  const RealDate = Date
  let offsetMs = 0
  const readOffset = () => {
    try {
      offsetMs = Number(readFileSync(file, 'utf8')) || 0
    } catch {
      // No offset has been set yet.
    }
  }
  readOffset()
  setInterval(readOffset, POLL_INTERVAL_MS).unref()
  const now = () => RealDate.now() + offsetMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
}
