import { FLAG_LABELS, TIME_LABELS } from '@/components/admin/visibility/labels'
import { ACTION_WORDS } from '@/lib/activities/messages'
import { tellSubject } from '@/lib/activities/rules'
import type { ListedActivity } from '@/lib/activities/schema'
import { formatDateTime } from '@/lib/time'
import { ActivityChanges } from './activity-changes'

/** The things of the record whose id is a word. */
const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries({ ...FLAG_LABELS, ...TIME_LABELS }).map(([key, { label }]) => [key, label]),
  ),
  import: 'popis',
  export: 'popis',
  send_mail: 'popis mailova',
  failed: 'svi neuspjeli',
}

const LOUD: Record<string, string> = {
  deleted: 'text-stop',
  returned: 'text-stop',
  created: 'text-go',
  sold: 'text-go',
}

interface Props {
  activity: ListedActivity
  /** Among lines of one thing it need not be named. */
  isOfThing?: boolean
}

/** One line of the record: when, who, what, and what changed. */
export function ActivityLine({ activity, isOfThing }: Props) {
  const { action, at, user } = activity
  const { kind, name } = tellSubject(activity, LABELS)
  return (
    <li className="grid gap-x-5 gap-y-1 px-4 py-3 md:grid-cols-[11rem_minmax(0,1fr)] md:px-5">
      <p className="text-sm text-muted max-md:flex max-md:flex-wrap max-md:justify-between max-md:gap-x-3">
        <time dateTime={at} className="tabular-nums">
          {formatDateTime(at)}
        </time>
        <span className="block min-w-0 truncate md:text-text">{whoOf(activity, user)}</span>
      </p>
      <div className="min-w-0">
        <p className="break-words">
          {!isOfThing && (
            <>
              <span className="text-muted">{kind}</span> {name && <strong>{name}</strong>}
              <span className="mx-2 text-muted">·</span>
            </>
          )}
          <span className={`font-semibold ${LOUD[action] ?? ''}`}>
            {ACTION_WORDS[action] ?? action}
          </span>
        </p>
        <ActivityChanges activity={activity} />
      </div>
    </li>
  )
}

/** A sponsor works on its own list without an account, and then the line names it. */
function whoOf({ entity, changes }: ListedActivity, user: ListedActivity['user']): string {
  if (user) return user.name || user.email
  const [before, after] = (entity === 'guests' && changes?.sponsor) || []
  return after || before ? `sponzor ${after ?? before}` : 'obrisani korisnik'
}
