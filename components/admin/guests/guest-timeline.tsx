'use client'

import Link from 'next/link'
import { ActivityLine } from '@/components/admin/activities/activity-line'
import { MailStateBadge } from '@/components/admin/mails/mail-list'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import type { GuestHistory } from '@/lib/guests/schema'
import type { Mail } from '@/lib/mail/schema'
import { formatDateTime } from '@/lib/time/zagreb'
import { useGuestHistory } from './use-guests'

const PART = 'rounded-lg border border-edge bg-panel'
const HEADING = 'px-4 pt-3 pb-1 text-lg font-bold'

/** The mails to a guest, and the activity log of the guest. */
export function GuestTimeline({ id }: { id: number }) {
  const { data, error, isPending } = useGuestHistory(id)
  return (
    <>
      {error && !data && <Notice tone="error">{error.message}</Notice>}
      {isPending && (
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner /> Učitavanje povijesti …
        </p>
      )}
      {data && data.mails.length > 0 && <Mails mails={data.mails} />}
      {data && <Activities id={id} activities={data.activities} />}
    </>
  )
}

function Mails({ mails }: { mails: Mail[] }) {
  return (
    <section aria-label="Mailovi" className={PART}>
      <h3 className={HEADING}>Mailovi</h3>
      <ul className="divide-y divide-edge">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Link
              href={`/admin/mails?mail=${mail.id}`}
              className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 rounded-md px-4 py-2 hover:bg-panel-2"
            >
              <span className="min-w-0 break-all">
                <span>{mail.to_mail || 'nema adrese'}</span>
                <span className="block text-sm text-muted tabular-nums">
                  {formatDateTime(mail.createdAt)}
                  <span>{mail.resend && ', ponovno slanje'}</span>
                </span>
              </span>
              <MailStateBadge mail={mail} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Activities({ id, activities }: { id: number; activities: GuestHistory['activities'] }) {
  return (
    <section aria-label="Povijest" className={PART}>
      <h3 className={HEADING}>Povijest</h3>
      {activities.length === 0 && (
        <p className="px-4 pb-4 text-muted">Još nema zabilježenih promjena.</p>
      )}
      <ul className="divide-y divide-edge">
        {activities.map(({ user, ...activity }) => (
          <ActivityLine
            key={activity.id}
            activity={{
              ...activity,
              user: user && { ...user, email: '' },
              entity: 'guests',
              entityId: String(id),
              subject: null,
            }}
            isSubjectHidden
          />
        ))}
      </ul>
    </section>
  )
}
