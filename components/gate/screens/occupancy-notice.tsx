import { UsersRound } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'
import { occupancyLevel, occupancySentence } from '@/lib/admission/capacity'
import { useGate } from './use-gate'

/**
 * Notice of the occupancy, shown from 95 % of the capacity (rule 6.23). It shows the number of free
 * places, and a large warning when the venue or the gate is full.
 */
export function OccupancyNotice({ isShort = false }: { isShort?: boolean }) {
  const { fill } = useGate().state
  const level = fill && occupancyLevel(fill)
  if (!fill || level === null || level === 'room') return null
  const isFull = level === 'full'
  const left = fill.capacity - fill.inside
  return (
    <div
      role={isFull ? 'alert' : 'status'}
      data-fill={level}
      className={classes(
        'flex items-center gap-3 rounded-md border-2 px-4 font-semibold',
        isShort ? 'mt-2 py-2' : 'py-3',
        isFull ? 'border-full bg-full text-on-full' : 'border-full-edge bg-panel',
      )}
    >
      <UsersRound
        aria-hidden="true"
        className={classes('shrink-0', isFull ? 'size-9' : 'size-6')}
      />
      <p className="min-w-0 tabular-nums">
        <strong className={classes('block', isFull && 'text-2xl leading-tight uppercase')}>
          {isFull ? 'Puno' : `Mjesta još za ${formatNumber(left)}`}
        </strong>
        <span className="block">{occupancySentence(fill)}</span>
        {isFull && !isShort && (
          <span className="block">Pustite sljedećega tek kad netko izađe.</span>
        )}
      </p>
    </div>
  )
}
