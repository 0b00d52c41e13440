import { CircleAlert } from 'lucide-react'
import Link from 'next/link'
import { grouped } from '@/components/ui/grouped'

interface Props {
  label: string
  /** A dash until it is known. */
  value: number | string | undefined
  note?: string
  /** How much of the whole, 0 to 1, as a bar. */
  share?: number
  /** Something here needs a person. */
  isAlarm?: boolean
  /** Where more is told. */
  href?: string
}

/** One number of the day; the whole of it leads to where more is told. */
export function Figure({ label, value, note, share, isAlarm, href }: Props) {
  return (
    <div
      className={`relative flex min-w-0 flex-col rounded-lg border bg-panel px-4 py-3 ${
        isAlarm ? 'border-stop' : 'border-edge'
      } ${href ? 'hover:bg-panel-2' : ''}`}
    >
      <dt className="text-sm text-muted">
        {href ? (
          <Link href={href} className="after:absolute after:inset-0 after:rounded-lg">
            {label}
          </Link>
        ) : (
          label
        )}
      </dt>
      <dd
        className={`font-bold tabular-nums ${
          typeof value === 'string' ? 'text-2xl leading-9' : 'text-3xl'
        }`}
      >
        {typeof value === 'number' ? grouped(value) : (value ?? '–')}
      </dd>
      {share !== undefined && (
        <dd aria-hidden="true" className="my-1.5 h-1.5 overflow-hidden rounded-full bg-panel-2">
          <span
            className="block h-full rounded-full bg-go"
            style={{ width: `${Math.min(1, share) * 100}%` }}
          />
        </dd>
      )}
      <dd
        className={`flex items-center gap-1.5 text-sm ${isAlarm ? 'font-semibold text-stop' : 'text-muted'}`}
      >
        {isAlarm && <CircleAlert aria-hidden="true" className="size-4 shrink-0" />}
        {note ?? ' '}
      </dd>
    </div>
  )
}
