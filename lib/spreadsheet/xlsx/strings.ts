import { refuse } from '../refusals'
import type { XmlListener } from './xml'

/** Characters that one cell may hold, by the format's own limit. */
const LONGEST_CELL = 32_767

/** Of all texts together, which sheets refer to by number. */
const MOST_STRINGS = 1_500_000
const MOST_CHARACTERS = 48_000_000

/**
 * Gathers a text that may stand in several runs, each in its own `t`. How a name is read
 * aloud (`rPh`, of East Asian workbooks) is no part of it.
 */
export class TextRuns {
  private text = ''
  private isInside = false
  private isAloud = false

  open(name: string): void {
    if (name === 'rPh') this.isAloud = true
    if (name === 't') this.isInside = !this.isAloud
  }

  close(name: string): void {
    if (name === 'rPh') this.isAloud = false
    if (name === 't') this.isInside = false
  }

  add(text: string): void {
    if (!this.isInside) return
    if (this.text.length + text.length > LONGEST_CELL) throw refuse('broken_file')
    this.text += text
  }

  take(): string {
    const { text } = this
    this.text = ''
    return decodeMarks(text)
  }
}

/** `_x000D_` stands for the character of that number, which XML could not hold. */
export const decodeMarks = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : own(text)

/** A copy of its own: a piece of a long text would keep all of it in memory. */
const own = (text: string) =>
  text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le')

/** The texts of a workbook in their order. */
export function sharedStrings(): { strings: string[]; listener: XmlListener } {
  const strings: string[] = []
  const runs = new TextRuns()
  let characters = 0
  return {
    strings,
    listener: {
      open: (name) => runs.open(name),
      text: (text) => runs.add(text),
      close(name) {
        runs.close(name)
        if (name !== 'si') return
        const text = runs.take()
        characters += text.length
        if (strings.length >= MOST_STRINGS || characters > MOST_CHARACTERS)
          throw refuse('too_much_inside')
        strings.push(text)
      },
    },
  }
}
