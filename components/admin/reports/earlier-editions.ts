import { useEditions } from '@/components/admin/editions/earlier-editions'
import type { Edition } from '@/lib/editions/schema'
import type { Line } from './bar-chart'

/** Maximum number of earlier editions that are drawn next to the current one. */
const MAX_EDITIONS = 2

/**
 * Returns earlier editions as lines of a chart. `align` returns the values of an earlier edition,
 * aligned with the current one. Editions without values at these times are left out.
 * `needsOpeningTime`: there are earlier editions, but the opening time of the current one is not
 * set.
 */
export function useEarlierEditions(align: (ours: Edition, earlier: Edition) => number[] | null): {
  lines: Line[]
  needsOpeningTime: boolean
} {
  const { ours, earlier = [] } = useEditions().data ?? {}
  if (!ours) return { lines: [], needsOpeningTime: false }
  const lines = earlier.flatMap((edition) => {
    const values = align(ours, edition)
    return values?.some((n) => n > 0) ? [{ label: `${edition.year}.`, values }] : []
  })
  return {
    lines: lines.slice(0, MAX_EDITIONS),
    needsOpeningTime: earlier.length > 0 && !ours.opensAt,
  }
}
