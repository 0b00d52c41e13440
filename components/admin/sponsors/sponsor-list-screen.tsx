'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { QueryState } from '@/components/admin/data/list-state'
import { Panel } from '@/components/admin/data/panel'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { MailStateBadge } from '@/components/admin/mails/mail-list'
import { InviteSponsor } from '@/components/admin/sponsors/invitations'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import { formatMoment } from '@/lib/time/zagreb'
import { ListGuests } from './sponsor-list-guests'
import { ListLink } from './sponsor-list-link'

/** Polling interval in ms. During the night guests arrive every minute. */
const POLL_INTERVAL_MS = 15_000

/** Screen of a sponsor list for staff: its link, its guests and their arrivals, its invitations. */
export function AdminSponsorListScreen({ slug, site }: { slug: string; site: string }) {
  const router = useRouter()
  const query = useQuery({
    queryKey: ['sponsors', 'by-slug', slug],
    queryFn: ({ signal }) =>
      api('GET', '/sponsors', { query: { search: slug, search_fields: 'slug' }, signal }),
    refetchInterval: POLL_INTERVAL_MS,
  })
  const sponsor = query.data?.rows[0]
  const isUnknown = query.isSuccess && !sponsor
  /** Slug that has replaced the slug of this screen. */
  const [replacement, setReplacement] = useState<string | null>(null)

  // Rule 13.3: an unknown slug leads to the form for a new sponsor. A replaced slug is unknown too,
  // but leads to the list under its new slug.
  const unknownPath = isUnknown ? '/admin/sponsors-add/0' : null
  const nextPath = replacement ? `/admin/sponsors/${replacement}` : unknownPath
  useEffect(() => {
    if (nextPath) router.replace(nextPath)
  }, [nextPath, router])

  if (!sponsor) return <QueryState query={query} />

  return (
    <>
      <ScreenHead title={`Popis: ${sponsor.name}`}>
        <InviteSponsor sponsor={sponsor} />
      </ScreenHead>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <ListGuests sponsor={sponsor} intervalMs={POLL_INTERVAL_MS} />
        <div className="grid gap-5">
          <ListLink sponsor={sponsor} site={site} onReplaced={setReplacement} />
          <ListMails sponsorId={sponsor.id} slug={slug} intervalMs={POLL_INTERVAL_MS} />
        </div>
      </div>
    </>
  )
}

const MAIL_KIND_LABELS: Record<string, string> = {
  'sponsor-invitation': 'Poziv',
  'sponsor-reminder': 'Podsjetnik',
}

/**
 * Lists the invitations and reminders that were mailed to a sponsor, one line per address, newest
 * first.
 */
function ListMails(props: { sponsorId: number; slug: string; intervalMs: number }) {
  const { sponsorId, slug, intervalMs } = props
  const { data, error } = useQuery({
    queryKey: ['sponsors', 'mails-of', sponsorId],
    queryFn: ({ signal }) =>
      api('GET', '/sponsors/[id]/mails', { params: { id: sponsorId }, signal }),
    select: ({ rows }) => rows,
    refetchInterval: intervalMs,
  })
  return (
    <Panel title="Pozivi" className="min-w-0">
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
              <MailStateBadge mail={mail} />
            </div>
            <p className="text-sm text-muted">
              {MAIL_KIND_LABELS[mail.template] ?? mail.template}, {formatMoment(mail.createdAt)}
              <span>{mail.link && !mail.link.endsWith(slug) && ' · sa starom poveznicom'}</span>
            </p>
            {mail.lastError && <p className="text-sm break-words text-stop">{mail.lastError}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
