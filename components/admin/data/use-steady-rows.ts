import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Id = string | number
const idOf = (row: unknown) => (row as { id: Id }).id

/** A list as read from the server. */
interface ReadList<Row> {
  /**
   * Identifies the query that `pages` answer; null while `pages` still answer the previous query.
   */
  queryId: string | null
  /** Rows by page number; undefined while a page is loading. */
  pages: Map<number, Row[] | undefined>
  total: number
}

/**
 * Keeps the rows of a list at their positions and updates their values. New, missing and moved rows
 * wait until `show` is called. A new query, a change by this user and the first read are shown at
 * once.
 */
export function useSteadyRows<Row>(now: ReadList<Row>) {
  const isBusy = useIsBusy()
  const [shown, setShown] = useState(now)
  const isOtherQuery = now.queryId !== null && now.queryId !== shown.queryId
  const changes = isOtherQuery || isBusy ? 0 : countPageChanges(shown, now)
  const next = changes === 0 ? now : withLoaded(shown, now)
  if (!isSame(shown, next)) setShown({ ...next, queryId: next.queryId ?? shown.queryId })
  // Sets the query to null, so that the next render takes the current rows for those of a new query
  // and shows them.
  const show = () => setShown({ ...shown, queryId: null })
  if (changes === 0) return { pages: now.pages, total: now.total, changes, show }

  const rows = [...now.pages.values()].flatMap((page) => page ?? [])
  const latest = new Map(rows.map((row) => [idOf(row), row]))
  const pages = new Map(
    [...next.pages].map(([page, shownRows]) => [
      page,
      shownRows?.map((row) => withShownOrder(row, latest.get(idOf(row)))),
    ]),
  )
  return { pages, total: shown.total, changes, show }
}

/**
 * Returns the number of added or of removed rows, whichever is larger. If both are 0, returns the
 * number of rows whose position changed.
 */
export function countChanges(shown: Id[], now: Id[]): number {
  const [before, after] = [new Set(shown), new Set(now)]
  const added = now.filter((id) => !before.has(id)).length
  const removed = shown.filter((id) => !after.has(id)).length
  // A new row pushes another row off the page. Both count as one change.
  return Math.max(added, removed) || now.filter((id, i) => id !== shown[i]).length
}

/**
 * Counts the changes on pages that both versions contain. If one version is empty, there is nothing
 * to keep in place and the result is 0.
 */
function countPageChanges<Row>(shown: ReadList<Row>, now: ReadList<Row>): number {
  const read = [...shown.pages.keys()].filter(
    (page) => shown.pages.get(page) && now.pages.get(page),
  )
  const idsOf = ({ pages }: ReadList<Row>) =>
    read.flatMap((page) => pages.get(page) ?? []).map(idOf)
  const [before, after] = [idsOf(shown), idsOf(now)]
  return before.length === 0 || after.length === 0 ? 0 : countChanges(before, after)
}

/** Returns the shown list with the pages that were loaded later. */
function withLoaded<Row>(shown: ReadList<Row>, now: ReadList<Row>): ReadList<Row> {
  const loaded = [...now.pages].filter(([page, rows]) => rows && !shown.pages.get(page))
  return loaded.length > 0 ? { ...shown, pages: new Map([...shown.pages, ...loaded]) } : shown
}

const isSame = <Row>(a: ReadList<Row>, b: ReadList<Row>) =>
  (b.queryId === null || a.queryId === b.queryId) &&
  a.total === b.total &&
  a.pages.size === b.pages.size &&
  [...b.pages].every(([page, rows]) => a.pages.get(page) === rows)

/**
 * Returns the newest values of a row. `order`, which decides the position in some lists, keeps its
 * shown value.
 */
function withShownOrder<Row>(row: Row, now: Row | undefined): Row {
  if (now === undefined) return row
  const [before, after] = [row, now] as { order?: unknown }[]
  return before?.order === after?.order ? now : { ...now, order: before?.order }
}

/** Time in ms without reads and writes after which a screen counts as idle. */
const IDLE_DELAY_MS = 100

/**
 * Whether the screen was just opened or this user is saving a change, until all reads have
 * finished.
 */
function useIsBusy(): boolean {
  const isWriting = useIsMutating() > 0
  const isReading = useIsFetching() > 0
  const [isBusy, setBusy] = useState(true)
  // A hidden screen keeps its state. When it is shown again, this effect runs and resets the state.
  useEffect(() => setBusy(true), [])
  useEffect(() => {
    if (isWriting) setBusy(true)
    if (isWriting || isReading) return
    const timer = setTimeout(() => setBusy(false), IDLE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isWriting, isReading])
  return isWriting || isBusy
}
