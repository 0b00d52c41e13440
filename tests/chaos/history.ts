import { appendFileSync } from 'node:fs'

interface Line {
  /** Milliseconds since the start of the run. */
  at: number
  kind: 'fault' | 'ack' | 'wrong'
  text: string
}

/**
 * Time in ms before and after an acknowledged write in which a fault may be the cause of its loss.
 */
const AROUND = 15_000

/** Log of a run, in memory and in a file: faults, acknowledged writes and unexpected events. */
export class History {
  private readonly begun = performance.now()
  private readonly lines: Line[] = []

  constructor(private readonly file: string) {}

  get at() {
    return performance.now() - this.begun
  }

  private add(kind: Line['kind'], text: string) {
    this.lines.push({ at: this.at, kind, text })
    appendFileSync(this.file, `${seconds(this.at)} ${kind} ${text}\n`)
  }

  fault = (text: string) => this.add('fault', text)
  /** Records a write that was confirmed to a client, or a verdict that a phone showed. */
  acknowledged = (text: string) => this.add('ack', text)
  /** Records an unexpected response, or a process that ended unexpectedly. */
  wrong = (text: string) => this.add('wrong', text)

  get wrongs() {
    return this.lines.filter(({ kind }) => kind === 'wrong').map(({ text }) => text)
  }

  get acknowledgements() {
    return this.lines.filter(({ kind }) => kind === 'ack').length
  }

  /**
   * Returns the log lines of acknowledged writes that contain these words, and of the faults near
   * them in time, for an error message.
   */
  around(words: string): string {
    const found = this.lines.filter(({ kind, text }) => kind === 'ack' && text.includes(words))
    const isNear = ({ kind, at }: Line) =>
      kind === 'fault' && found.some((one) => Math.abs(one.at - at) < AROUND)
    return this.lines
      .filter((line) => found.includes(line) || isNear(line))
      .slice(-40)
      .map(({ at, kind, text }) => `      ${seconds(at)} ${kind} ${text}`)
      .join('\n')
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2).padStart(8)} s`
