import { ArrowRight } from 'lucide-react'
import { FLAG_LABELS, TIME_LABELS } from '@/components/admin/visibility/labels'
import type { ListedActivity } from '@/lib/activities/schema'
import { SLOT_LABELS } from '@/lib/artwork/rules'
import {
  ACTION_LABELS,
  type ChangeDescription,
  describeActor,
  describeChanges,
  describeSubject,
} from '@/lib/history/words'
import { formatDateTime } from '@/lib/time/zagreb'

/** Labels of activity log entries whose record id is a key instead of a number. */
const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries({ ...FLAG_LABELS, ...TIME_LABELS }).map(([key, { label }]) => [key, label]),
  ),
  ...SLOT_LABELS,
  import: 'popis',
  export: 'popis',
  send_mail: 'popis mailova',
  failed: 'svi neuspjeli',
}

const ACTION_COLOURS: Record<string, string> = {
  deleted: 'text-stop',
  returned: 'text-stop',
  created: 'text-go',
  sold: 'text-go',
}

interface Props {
  activity: ListedActivity
  /** Whether the list contains only entries of one record, so that its name is not repeated. */
  isSubjectHidden?: boolean
}

/** One entry of the activity log: when, who, which record, and what changed. */
export function ActivityLine({ activity, isSubjectHidden }: Props) {
  const { action, at } = activity
  const { kind, name } = describeSubject(activity, LABELS)
  return (
    <li className="grid gap-x-5 gap-y-1 px-4 py-3 md:grid-cols-[11rem_minmax(0,1fr)] md:px-5">
      <p className="text-sm text-muted max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-3">
        <time dateTime={at} className="tabular-nums">
          {formatDateTime(at)}
        </time>
        <span className="block min-w-0 truncate md:text-text">{describeActor(activity)}</span>
      </p>
      <div className="min-w-0">
        <p className="break-words">
          {!isSubjectHidden && (
            <>
              <span className="text-muted">{kind}</span> {name && <strong>{name}</strong>}
              <span className="mx-2 text-muted">·</span>
            </>
          )}
          <span className={`font-semibold ${ACTION_COLOURS[action] ?? ''}`}>
            {ACTION_LABELS[action] ?? action}
          </span>
        </p>
        <ActivityChanges activity={activity} />
      </div>
    </li>
  )
}

interface ChangesProps {
  activity: Pick<ListedActivity, 'entity' | 'changes'>
}

/** Shows the old and the new value of each changed field. */
function ActivityChanges({ activity }: ChangesProps) {
  const { descriptions, hasRedacted } = describeChanges(activity)
  if (descriptions.length === 0 && !hasRedacted) return null
  return (
    <div className="mt-0.5 flex flex-wrap gap-x-4 text-sm">
      <dl className="contents">
        {descriptions.map((change) => (
          <Change key={change.field} {...change} />
        ))}
      </dl>
      {hasRedacted && <p className="text-muted italic">osobni podaci su obrisani</p>}
    </div>
  )
}

function Change({ field, before, after }: ChangeDescription) {
  const isChange = before !== null && after !== null
  return (
    <div className="min-w-0">
      <dt className="inline text-muted">{field}: </dt>
      <dd className="inline">
        {before !== null && <Value text={before} label="prije" isReplaced={isChange} />}
        {isChange && (
          <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 text-muted" />
        )}
        {after !== null && <Value text={after} label="poslije" />}
      </dd>
    </div>
  )
}

const MAX_SHORT_LENGTH = 90

/** A value of a changed field. A text over 90 characters is shortened; a press shows all of it. */
function Value({ text, label, isReplaced }: { text: string; label: string; isReplaced?: boolean }) {
  const textClass = isReplaced ? 'text-muted line-through decoration-1' : ''
  if (text.length <= MAX_SHORT_LENGTH)
    return (
      <>
        <span className="sr-only">{label} </span>
        <span className={`break-words ${textClass}`}>{text}</span>
      </>
    )
  return (
    <details className="inline-block max-w-full align-top open:block">
      <summary className={`cursor-pointer break-words ${textClass}`}>
        <span className="sr-only">{label} </span>
        {text.slice(0, MAX_SHORT_LENGTH)} …
      </summary>
      <p className="mt-1 rounded-md bg-panel-2 px-3 py-2 break-words whitespace-pre-line">{text}</p>
    </details>
  )
}
