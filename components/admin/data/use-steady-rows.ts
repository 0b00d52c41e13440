import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Id = string | number
const idOf = (row: unknown) => (row as { id: Id }).id

/** A list as it has been read. */
interface ReadList<Row> {
  /** What the pages answer; null while they still answer the question before. */
  question: string | null
  /** Rows by the number of their page; undefined while a page is on its way. */
  pages: Map<number, Row[] | undefined>
  total: number
}

/**
 * Keeps the rows of a list in their places, with their newest values. New, missing and moved rows
 * wait until `show` is called. Another question, an own change and the first reading are shown at once.
 */
export function useSteadyRows<Row>(now: ReadList<Row>) {
  const isUnsettled = useUnsettled()
  const [shown, setShown] = useState(now)
  const isOther = now.question !== null && now.question !== shown.question
  const changes = isOther || isUnsettled ? 0 : changesOf(shown, now)
  const next = changes === 0 ? now : withLoaded(shown, now)
  if (!isSame(shown, next)) setShown({ ...next, question: next.question ?? shown.question })
  // Whatever has been read at the next rendering answers another question, and so is shown.
  const show = () => setShown({ ...shown, question: null })
  if (changes === 0) return { pages: now.pages, total: now.total, changes, show }

  const rows = [...now.pages.values()].flatMap((page) => page ?? [])
  const latest = new Map(rows.map((row) => [idOf(row), row]))
  const pages = new Map(
    [...next.pages].map(([page, held]) => [
      page,
      held?.map((row) => inPlace(row, latest.get(idOf(row)))),
    ]),
  )
  return { pages, total: shown.total, changes, show }
}

/** Counts rows that came or went; if there are none, rows that stand elsewhere. */
export function countChanges(shown: Id[], now: Id[]): number {
  const [before, after] = [new Set(shown), new Set(now)]
  const came = now.filter((id) => !before.has(id)).length
  const went = shown.filter((id) => !after.has(id)).length
  // A row that comes pushes another row off the page: that is one change.
  return Math.max(came, went) || now.filter((id, i) => id !== shown[i]).length
}

/** Compares the pages that have been read both times; an empty list has nothing to keep. */
function changesOf<Row>(shown: ReadList<Row>, now: ReadList<Row>): number {
  const read = [...shown.pages.keys()].filter(
    (page) => shown.pages.get(page) && now.pages.get(page),
  )
  const idsOf = ({ pages }: ReadList<Row>) =>
    read.flatMap((page) => pages.get(page) ?? []).map(idOf)
  const [before, after] = [idsOf(shown), idsOf(now)]
  return before.length === 0 || after.length === 0 ? 0 : countChanges(before, after)
}

/** The shown list, with pages that have been read since. */
function withLoaded<Row>(shown: ReadList<Row>, now: ReadList<Row>): ReadList<Row> {
  const loaded = [...now.pages].filter(([page, rows]) => rows && !shown.pages.get(page))
  return loaded.length > 0 ? { ...shown, pages: new Map([...shown.pages, ...loaded]) } : shown
}

const isSame = <Row>(a: ReadList<Row>, b: ReadList<Row>) =>
  (b.question === null || a.question === b.question) &&
  a.total === b.total &&
  a.pages.size === b.pages.size &&
  [...b.pages].every(([page, rows]) => a.pages.get(page) === rows)

/** The row's newest values; a list that is drawn by `order` keeps the place too. */
function inPlace<Row>(row: Row, now: Row | undefined): Row {
  if (now === undefined) return row
  const [was, is] = [row, now] as { order?: unknown }[]
  return was?.order === is?.order ? now : { ...now, order: was?.order }
}

/** Nothing has been read for so long when a screen or an own change has settled. */
const SETTLED_MS = 100

/** Whether this screen has only just opened, or shows a change of this person, until all is read. */
function useUnsettled(): boolean {
  const isWriting = useIsMutating() > 0
  const isReading = useIsFetching() > 0
  const [isUnsettled, setUnsettled] = useState(true)
  // A screen that was left keeps its state, and its effects begin again when it is opened.
  useEffect(() => setUnsettled(true), [])
  useEffect(() => {
    if (isWriting) setUnsettled(true)
    if (isWriting || isReading) return
    const timer = setTimeout(() => setUnsettled(false), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [isWriting, isReading])
  return isWriting || isUnsettled
}
