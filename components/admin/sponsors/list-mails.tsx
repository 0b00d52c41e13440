'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { MailStateMark } from '@/components/admin/mails/mail-list'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/http/client'
import { formatMoment } from '@/lib/time'

const KIND: Record<string, string> = {
  'sponsor-invitation': 'Poziv',
  'sponsor-reminder': 'Podsjetnik',
}

/** The invitations and reminders of a sponsor, address by address, newest first. */
export function ListMails(props: { sponsorId: number; slug: string; interval: number }) {
  const { sponsorId, slug, interval } = props
  const { data, error } = useQuery({
    queryKey: ['sponsors', 'mails-of', sponsorId],
    queryFn: ({ signal }) =>
      api('GET', '/sponsors/[id]/mails', { params: { id: sponsorId }, signal }),
    select: ({ rows }) => rows,
    refetchInterval: interval,
  })
  return (
    <section
      aria-labelledby="list-mails"
      className="min-w-0 rounded-lg border border-edge bg-panel p-4 md:p-5"
    >
      <h2 id="list-mails" className="text-lg font-bold">
        Pozivi
      </h2>
      {error && (
        <Notice tone="error" className="mt-3 bg-panel-2">
          {error.message}
        </Notice>
      )}
      {data?.length === 0 && <p className="mt-1 text-muted">Sponzor još nije pozvan.</p>}
      <ul className="mt-2 divide-y divide-edge">
        {data?.map((mail) => (
          <li key={mail.id} className="py-2">
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <Link
                href={`/admin/mails?mail=${mail.id}`}
                className="inline-flex min-h-11 min-w-0 items-center font-semibold break-all underline underline-offset-4"
              >
                {mail.to_mail}
              </Link>
              <MailStateMark mail={mail} />
            </div>
            <p className="text-sm text-muted">
              {KIND[mail.template] ?? mail.template}, {formatMoment(mail.createdAt)}
              {mail.link && !mail.link.endsWith(slug) && ' · sa starom poveznicom'}
            </p>
            {mail.lastError && <p className="text-sm break-words text-stop">{mail.lastError}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
