import { appendFileSync } from 'node:fs'

interface Line {
  /** Milliseconds since the beginning. */
  at: number
  kind: 'fault' | 'ack' | 'wrong'
  text: string
}

/** Around so many milliseconds, what happened may have to do with what went wrong. */
const AROUND = 15_000

/** What happened when: faults, what was acknowledged to whom, and what should not have been. */
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
  /** Somebody was told that this is done. */
  acknowledged = (text: string) => this.add('ack', text)
  /** Answers and ends that nothing explains. */
  wrong = (text: string) => this.add('wrong', text)

  get wrongs() {
    return this.lines.filter(({ kind }) => kind === 'wrong').map(({ text }) => text)
  }

  get acknowledgements() {
    return this.lines.filter(({ kind }) => kind === 'ack').length
  }

  /** What was acknowledged with these words, and the faults around. */
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
