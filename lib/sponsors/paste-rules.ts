/** A line of what was pasted, as a guest. */
export interface PastedGuest {
  /** The line's number in the paste, from 1. */
  line: number
  name: string
  email: string | null
}

/** What is to be said of a pasted guest before anything is stored. */
export type PasteVerdict = 'new' | 'on_list' | 'repeated' | 'too_long' | 'bad_email' | 'no_name'

export interface JudgedGuest extends PastedGuest {
  verdict: PasteVerdict
}

/** Characters of a name, and of an address, at most. */
export const LONGEST_NAME = 150
export const LONGEST_ADDRESS = 254

/** An address that can be written to: Latin letters without marks, as mail services want it. */
export const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

const HEADINGS =
  /^(ime|prezime|ime i prezime|gost|gosti|e-?mail|adresa|name|surname|r\.? ?br\.?|#)$/i
/** `1.`, `12)`, `-` or `•` before a name. */
const BULLET = /^(?:\d{1,4}[.)]\s*|\d{1,4}\s+(?=\p{L})|[-–•*]\s+)/u

/** Names are compared without marks, capitals and double spaces, as the database does. */
export const foldName = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replace(/\s+/g, ' ')
    .trim()

/**
 * Guests of pasted lines or of a spreadsheet's columns: one a line, cells parted by tabs,
 * semicolons or commas. A cell with @ is the address, a row of headings is passed over.
 */
export function readPaste(text: string): PastedGuest[] {
  return text.split(/\r?\n|\r/).flatMap((whole, i) => {
    const cells = whole
      .split(/[\t;,]/)
      .map((cell) =>
        cell
          .trim()
          .replace(/^["']+|["']+$/g, '')
          .trim(),
      )
      .filter(Boolean)
    if (cells.length === 0 || cells.every((cell) => HEADINGS.test(cell))) return []
    const email = cells.find((cell) => cell.includes('@')) ?? null
    const words = cells.filter((cell) => cell !== email && !/^\d{1,4}[.)]?$/.test(cell))
    const name = words.join(' ').replace(BULLET, '').replace(/\s+/g, ' ')
    return [{ line: i + 1, name, email: email && bareAddress(email) }]
  })
}

/** `Ana <ana@primjer.hr>` is an address too. */
const bareAddress = (text: string) => (/<([^<>]+)>/.exec(text)?.[1] ?? text).trim().toLowerCase()

/** What is to be said of each: who stands on the list already, or twice in the paste. */
export function judgePaste(pasted: PastedGuest[], listed: string[]): JudgedGuest[] {
  const onList = new Set(listed.map(foldName))
  const before = new Set<string>()
  return pasted.map((guest) => {
    const key = foldName(guest.name)
    const isRepeated = before.has(key)
    before.add(key)
    return { ...guest, verdict: verdictOf(guest, onList.has(key), isRepeated) }
  })
}

function verdictOf({ name, email }: PastedGuest, isOnList: boolean, isRepeated: boolean) {
  if (name === '') return 'no_name'
  if (name.length > LONGEST_NAME) return 'too_long'
  if (email !== null && (email.length > LONGEST_ADDRESS || !ADDRESS.test(email))) return 'bad_email'
  if (isOnList) return 'on_list'
  return isRepeated ? 'repeated' : 'new'
}

/** Whether a guest of this verdict can be stored at all, if the sponsor wants so. */
export const canBeAdded = (verdict: PasteVerdict) =>
  verdict === 'new' || verdict === 'on_list' || verdict === 'repeated'

/** `1 gost`, `3 gosta`, `12 gostiju`: how Croatian counts them. */
export function countGuests(n: number): string {
  const [ten, hundred] = [n % 10, n % 100]
  if (ten === 1 && hundred !== 11) return `${n} gost`
  if (ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14)) return `${n} gosta`
  return `${n} gostiju`
}
