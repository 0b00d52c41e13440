import { useState } from 'react'
import { type Difference, freshOf, goneOf, type Id, isSameOrder } from './held'

interface List<Row> {
  /** What the rows answer: of another question nothing is held. Null: still of the one before. */
  question: string | null
  rows: Row[]
  total: number
  /** The place of the first row in the whole list. */
  offset: number
}

export interface Held<Row> {
  rows: Row[]
  isGone: (id: Id) => boolean
  /** What has come and gone meanwhile; null where all is shown. */
  difference: Difference | null
  show: () => void
}

/** As it is now, but where it stood: some lists are drawn by a number of their own. */
function inPlace<Row>(row: Row, now: Row | undefined): Row {
  if (now === undefined) return row
  const [was, is] = [row, now] as { order?: unknown }[]
  return was?.order === is?.order ? now : { ...now, order: was?.order }
}

const idOf = (row: unknown) => (row as { id: Id }).id

/** The rows of a list as they are shown: held in their places while a hand is on them. */
export function useHeld<Row>(now: List<Row>, isHeld: boolean): Held<Row> {
  const [seen, setSeen] = useState(now)
  const isOther = now.question !== null && seen.question !== now.question
  const mayFollow = !isHeld || isOther || seen.rows.length === 0
  if (isOther || (mayFollow && seen.rows !== now.rows)) setSeen(now)
  const show = () => setSeen(now)
  if (mayFollow || seen.rows === now.rows)
    return { rows: now.rows, isGone: () => false, difference: null, show }

  const latest = new Map(now.rows.map((row) => [idOf(row), row]))
  const ids = seen.rows.map(idOf)
  const isLast = now.offset + now.rows.length >= now.total
  const gone = new Set(goneOf({ offset: seen.offset, ids, isLast }, (id) => latest.has(id)))
  const isSame = isSameOrder(ids, now.rows.map(idOf))
  return {
    rows: seen.rows.map((row) => inPlace(row, latest.get(idOf(row)))),
    isGone: (id) => gone.has(id),
    difference: isSame
      ? null
      : { gone: gone.size, fresh: freshOf(seen.total, now.total, gone.size) },
    show,
  }
}
