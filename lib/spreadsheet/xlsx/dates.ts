import type { XmlListener } from './xml'

/** The numbers of the formats that show a date or a time, of those that need no code. */
const isBuiltIn = (id: number) =>
  (id >= 14 && id <= 22) ||
  (id >= 27 && id <= 36) ||
  (id >= 45 && id <= 47) ||
  (id >= 50 && id <= 58)

/** Whether a format's code shows a date or a time: not counting quoted words and `[Red]`. */
const showsDate = (code: string) =>
  /[dmyhs]/i.test(code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''))

/** Which styles of a workbook show a number as a date, by the number of the style. */
export function dateStyles(): { isDate: boolean[]; listener: XmlListener } {
  const isDate: boolean[] = []
  const custom = new Map<number, boolean>()
  let isInCells = false
  return {
    isDate,
    listener: {
      open(name, attribute) {
        const id = () => Number(attribute('numFmtId') ?? 0)
        if (name === 'numFmt') custom.set(id(), showsDate(attribute('formatCode') ?? ''))
        else if (name === 'cellXfs') isInCells = true
        else if (name === 'xf' && isInCells) isDate.push(custom.get(id()) ?? isBuiltIn(id()))
      },
      close(name) {
        if (name === 'cellXfs') isInCells = false
      },
    },
  }
}

const DAY_MS = 86_400_000

/** Day 0 is the last of 1899, as if 1900 had had a leap day; or the first of 1904. */
const EPOCHS = { 1900: Date.UTC(1899, 11, 30), 1904: Date.UTC(1904, 0, 1) }

/** The date that a number of days stands for, to the second. */
export const dateOf = (days: number, is1904: boolean) =>
  new Date(EPOCHS[is1904 ? 1904 : 1900] + Math.round((days * DAY_MS) / 1000) * 1000)
