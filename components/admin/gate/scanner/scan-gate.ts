/** A new person may take over from a verdict that was shown this long, in ms. */
const SHORTEST_LOOK = 800
/** The phone still points at the code it just read: how long that code then rests, in ms. */
const REST = 4_000

/** Decides whether a code that the camera sees is news. All times in ms. */
export class ScanGate {
  private shown: { code: string; since: number } | null = null
  private restsUntil = new Map<string, number>()

  accepts(code: string, now: number): boolean {
    if (this.shown?.code === code) return false
    if (this.shown && now - this.shown.since < SHORTEST_LOOK) return false
    return now >= (this.restsUntil.get(code) ?? 0)
  }

  /** The verdict on a code is on the screen, and takes the place of the one before. */
  show(code: string, now: number) {
    if (this.shown?.code !== code) this.close(now)
    this.shown = { code, since: now }
  }

  /** The screen is free again; the code that was on it rests. */
  close(now: number) {
    for (const [code, until] of this.restsUntil) if (until <= now) this.restsUntil.delete(code)
    if (this.shown) this.restsUntil.set(this.shown.code, now + REST)
    this.shown = null
  }
}
