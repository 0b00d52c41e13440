/** A new person may take over from a verdict that was shown this long, in ms. */
const SHORTEST_LOOK = 800
/** So long a judged code must be out of the picture before it is news again, in ms. */
const REST = 4_000

/** Decides whether a code that the camera sees is news. All times in ms. */
export class ScanGate {
  private shown: { code: string; since: number; isJudged: boolean } | null = null
  private resting = new Map<string, { until: number; isJudged: boolean }>()

  /** The first news among the codes of one picture. A judged one rests for as long as it is seen. */
  see(codes: string[], now: number): string | undefined {
    const news = codes.find((code) => this.isNews(code, now))
    for (const code of codes) {
      const rest = this.resting.get(code)
      if (rest?.isJudged && now < rest.until) rest.until = now + REST
    }
    return news
  }

  /**
   * The verdict on a code is on the screen, and takes the place of the one before. Without
   * `isJudged` it was no answer, and the code may be asked about again where it is.
   */
  show(code: string, now: number, isJudged = true) {
    if (this.shown?.code !== code) this.close(now)
    this.shown = { code, since: now, isJudged }
  }

  /** The screen is free again; the code that was on it rests. */
  close(now: number) {
    for (const [code, { until }] of this.resting) if (until <= now) this.resting.delete(code)
    if (this.shown)
      this.resting.set(this.shown.code, { until: now + REST, isJudged: this.shown.isJudged })
    this.shown = null
  }

  private isNews(code: string, now: number) {
    if (this.shown?.code === code) return false
    if (this.shown && now - this.shown.since < SHORTEST_LOOK) return false
    return now >= (this.resting.get(code)?.until ?? 0)
  }
}
