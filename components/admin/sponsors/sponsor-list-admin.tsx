'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { InviteSponsor } from '@/components/admin/sponsors/invite-one'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/http/client'
import { ListGuests } from './list-guests'
import { ListLink } from './list-link'
import { ListMails } from './list-mails'

/** Milliseconds between two looks: on the night guests come in by the minute. */
const LOOK = 15_000

/** A sponsor's list as staff see it: its link, its guests and their arrivals, its invitations. */
export function SponsorListAdmin({ slug, site }: { slug: string; site: string }) {
  const router = useRouter()
  const query = useQuery({
    queryKey: ['sponsors', 'by-slug', slug],
    queryFn: ({ signal }) =>
      api('GET', '/sponsors', { query: { search: slug, search_fields: 'slug' }, signal }),
    refetchInterval: LOOK,
  })
  const sponsor = query.data?.rows[0]
  const isUnknown = query.isSuccess && !sponsor

  // The spec's way of saying that there is no such sponsor (section 8).
  useEffect(() => {
    if (isUnknown) router.replace('/admin/sponsors-add/0')
  }, [isUnknown, router])

  if (!sponsor)
    return query.isError ? (
      <Notice tone="error">
        <p>{query.error.message}</p>
        <Button className="mt-3" pending={query.isFetching} onClick={() => query.refetch()}>
          Pokušaj ponovno
        </Button>
      </Notice>
    ) : (
      <p role="status" className="flex items-center gap-3 py-8 text-muted">
        <Spinner /> Učitavanje …
      </p>
    )

  return (
    <>
      <ScreenHead title={`Popis: ${sponsor.name}`}>
        <InviteSponsor sponsor={sponsor} />
      </ScreenHead>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <ListGuests sponsor={sponsor} interval={LOOK} />
        <div className="grid gap-5">
          <ListLink
            sponsor={sponsor}
            site={site}
            onReplaced={(next) => router.replace(`/admin/sponsors/${next}`)}
          />
          <ListMails sponsorId={sponsor.id} slug={slug} interval={LOOK} />
        </div>
      </div>
    </>
  )
}
