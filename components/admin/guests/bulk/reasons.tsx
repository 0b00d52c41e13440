import { formatNumber } from '@/components/ui/format-number'
import { SKIP_LABELS, UNDO_SKIP_LABELS } from '@/lib/guests/bulk/rules'

const REASON_LABELS: Record<string, string> = { ...SKIP_LABELS, ...UNDO_SKIP_LABELS }

export const reasonLabel = (reason: string) => REASON_LABELS[reason] ?? reason

interface Props {
  label: string
  counts: Record<string, number>
}

/** Number of unchanged guests by reason, the largest number first. Renders nothing without any. */
export function Reasons({ label, counts }: Props) {
  const sorted = Object.entries(counts).sort(([, a], [, b]) => b - a)
  if (sorted.length === 0) return null
  return (
    <div className="mt-1 text-sm">
      <p className="text-muted">{label}:</p>
      <ul className="space-y-0.5">
        {sorted.map(([reason, n]) => (
          <li key={reason} className="flex gap-2">
            <strong className="min-w-8 text-right tabular-nums">{formatNumber(n)}</strong>
            <span className="min-w-0">{reasonLabel(reason)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
