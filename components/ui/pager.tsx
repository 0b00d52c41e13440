import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button'
import { formatNumber } from './format-number'

interface Props {
  /** Number of the page, counted from 0. */
  page: number
  pageSize: number
  /** Number of rows on this page, and (`total`) of all rows. */
  shown: number
  total: number
  onPage: (page: number) => void
  labels?: { before: string; after: string }
}

/**
 * Shows the range of rows on this page and the total, with buttons for the previous and the next
 * page.
 */
export function Pager({ page, pageSize, shown, total, onPage, labels }: Props) {
  const first = page * pageSize + 1
  if (page === 0 && shown >= total)
    return (
      <p role="status" className="mt-4 text-center text-sm text-muted tabular-nums">
        Ukupno: {formatNumber(total)}
      </p>
    )
  return (
    <nav aria-label="Stranice" className="mt-4 flex items-center justify-between gap-3">
      <Button onClick={() => onPage(page - 1)} disabled={page === 0}>
        <ChevronLeft aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">{labels?.before ?? 'Prethodni'}</span>
      </Button>
      <p role="status" className="text-center text-sm text-muted tabular-nums">
        {formatNumber(first)}–{formatNumber(first + shown - 1)} od {formatNumber(total)}
      </p>
      <Button onClick={() => onPage(page + 1)} disabled={first + shown > total}>
        <span className="max-sm:sr-only">{labels?.after ?? 'Sljedeći'}</span>
        <ChevronRight aria-hidden="true" className="size-5" />
      </Button>
    </nav>
  )
}
