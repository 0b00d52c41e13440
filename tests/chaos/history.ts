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
const FAULT_WINDOW_MS = 15_000

/** Log of a run, in memory and in a file: faults, acknowledged writes and unexpected events. */
export class History {
  private readonly startedAt = performance.now()
  private readonly lines: Line[] = []

  constructor(private readonly file: string) {}

  get at() {
    return performance.now() - this.startedAt
  }

  private add(kind: Line['kind'], text: string) {
    this.lines.push({ at: this.at, kind, text })
    appendFileSync(this.file, `${seconds(this.at)} ${kind} ${text}\n`)
  }

  recordFault = (text: string) => this.add('fault', text)
  /** Records a write that was confirmed to a client, or a verdict that a phone showed. */
  recordAcknowledged = (text: string) => this.add('ack', text)
  /** Records an unexpected response, or a process that ended unexpectedly. */
  recordUnexpected = (text: string) => this.add('wrong', text)

  get unexpectedEvents() {
    return this.lines.filter(({ kind }) => kind === 'wrong').map(({ text }) => text)
  }

  get acknowledgements() {
    return this.lines.filter(({ kind }) => kind === 'ack').length
  }

  /**
   * Returns the log lines of acknowledged writes that contain this text, and of the faults near
   * them in time, for an error message.
   */
  linesAround(searchText: string): string {
    const found = this.lines.filter(({ kind, text }) => kind === 'ack' && text.includes(searchText))
    const isNear = ({ kind, at }: Line) =>
      kind === 'fault' && found.some((line) => Math.abs(line.at - at) < FAULT_WINDOW_MS)
    return this.lines
      .filter((line) => found.includes(line) || isNear(line))
      .slice(-40)
      .map(({ at, kind, text }) => `      ${seconds(at)} ${kind} ${text}`)
      .join('\n')
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2).padStart(8)} s`
