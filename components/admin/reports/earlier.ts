import { useEditions } from '@/components/admin/editions/earlier-editions'
import type { Edition } from '@/lib/editions/schema'
import type { Line } from './bar-chart'

/** So many earlier editions are drawn beside this one. */
const MOST = 2

/**
 * Earlier editions as lines of a chart: what `beside` says of each, aligned with ours; none of
 * those that have nothing at these times. `needsDoors`: there are some, but nobody knows when our
 * doors open.
 */
export function useEarlier(beside: (ours: Edition, earlier: Edition) => number[] | null): {
  lines: Line[]
  needsDoors: boolean
} {
  const { ours, earlier = [] } = useEditions().data ?? {}
  if (!ours) return { lines: [], needsDoors: false }
  const lines = earlier.flatMap((edition) => {
    const values = beside(ours, edition)
    return values?.some((n) => n > 0) ? [{ label: `${edition.year}.`, values }] : []
  })
  return { lines: lines.slice(0, MOST), needsDoors: earlier.length > 0 && !ours.opensAt }
}
