import { useState } from 'react'
import { type Difference, freshOf, goneOf, isSameOrder } from '@/components/admin/data/held'
import type { Guest } from '@/lib/guests/schema'
import { PAGE_SIZE } from './use-guests'

type Pages = Map<number, Guest[] | undefined>

interface Now {
  /** What the pages answer: of another question nothing is held. Null: still of the one before. */
  question: string | null
  pages: Pages
  total: number
  isHeld: boolean
}

interface Seen {
  question: string | null
  pages: Map<number, Guest[]>
  total: number
}

/**
 * The guests of the pages that are read, each in the place where it was first seen while the list
 * is held: with what is known of it now, or as one who is deleted.
 */
export function useHeldPages({ question, pages, total, isHeld }: Now) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const follow = () => setSeen(null)
  const isOther = seen !== null && question !== null && seen.question !== question
  if (seen && (!isHeld || isOther)) follow()
  const begun =
    isHeld && !isOther ? withLoaded(seen ?? { question, pages: new Map(), total }, pages) : null
  if (begun !== seen && begun && begun.pages.size > 0) setSeen(begun)

  const guestOf = (from: Pages) => (index: number) =>
    from.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE]
  const isSame =
    !begun || [...begun.pages].every(([page, rows]) => pages.get(page) === rows || !pages.get(page))
  if (!begun || (isSame && begun.total === total))
    return { guestAt: guestOf(pages), total, difference: null as Difference | null, show: follow }

  const latest = new Map([...pages.values()].flatMap((rows) => rows ?? []).map((g) => [g.id, g]))
  const gone = new Set(
    stretchesOf(begun.pages, pages, total).flatMap((stretch) =>
      goneOf(stretch, (id) => latest.has(Number(id))),
    ),
  )
  const isMoved = [...begun.pages].some(([page, rows]) => {
    const now = pages.get(page)
    return now !== undefined && !isSameOrder(rows.map(idOf), now.map(idOf))
  })
  const at = guestOf(begun.pages)
  return {
    guestAt(index: number) {
      const guest = at(index)
      if (!guest) return guestOf(pages)(index)
      return gone.has(guest.id) ? asGone(guest) : (latest.get(guest.id) ?? guest)
    },
    total: begun.total,
    difference:
      isMoved || begun.total !== total
        ? { gone: gone.size, fresh: freshOf(begun.total, total, gone.size) }
        : null,
    show: follow,
  }
}

const idOf = ({ id }: Guest) => id

/** With the pages that have come since; the same object where none has. */
function withLoaded(seen: Seen, pages: Pages): Seen {
  const loaded = [...pages].flatMap(([page, rows]) =>
    rows && !seen.pages.has(page) ? [[page, rows] as const] : [],
  )
  return loaded.length > 0 ? { ...seen, pages: new Map([...seen.pages, ...loaded]) } : seen
}

/** The pages that are read now as they were seen, those that follow each other as one. */
function stretchesOf(seen: Map<number, Guest[]>, pages: Pages, total: number) {
  const numbers = [...pages.keys()].filter((page) => pages.get(page) && seen.has(page))
  const stretches: { offset: number; ids: number[]; isLast: boolean }[] = []
  let before = -2
  for (const page of numbers.sort((a, b) => a - b)) {
    if (page !== before + 1) stretches.push({ offset: page * PAGE_SIZE, ids: [], isLast: false })
    const stretch = stretches.at(-1)
    stretch?.ids.push(...(seen.get(page) ?? []).map(idOf))
    if (stretch) stretch.isLast = (page + 1) * PAGE_SIZE >= total
    before = page
  }
  return stretches
}

const marked = new WeakMap<Guest, Guest>()

/** The same object each time, so that a row is not drawn anew for nothing. */
function asGone(guest: Guest): Guest {
  const known = marked.get(guest) ?? { ...guest, deleted: '1' as const }
  marked.set(guest, known)
  return known
}
