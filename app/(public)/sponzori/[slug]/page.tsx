import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Suspense } from 'react'
import {
  SponsorListLoading,
  SponsorListScreen,
} from '@/components/public/sponsors/sponsor-list-screen'
import { getFestival } from '@/lib/site/festival'
import { getSponsorListView } from '@/lib/sponsors/own-list'
import { SECRET_PAGE_METADATA } from '../../open-page'

/** The URL contains the slug of the sponsor list, which is a secret. */
export const metadata: Metadata = {
  title: 'Popis gostiju',
  description: 'Sponzor ovdje vodi popis svojih gostiju.',
  ...SECRET_PAGE_METADATA,
}

type Params = Promise<{ slug: string }>

/**
 * Page on which a sponsor edits its guest list (rule 5.7). It is available before the site is live
 * (rule 1.4), because invitations are sent earlier. For an unknown slug proxy.ts responds with 404.
 */
export default function SponsorListPage({ params }: { params: Params }) {
  return (
    <Suspense fallback={<SponsorListLoading />}>
      <List params={params} />
    </Suspense>
  )
}

async function List({ params }: { params: Params }) {
  await connection()
  const [{ slug }, { sponsorsEmail, contactEmail }] = await Promise.all([params, getFestival()])
  // If the list cannot be read now, the page renders without it. The browser then requests the list
  // again and shows the error.
  const found = await getSponsorListView(slug).catch(() => undefined)
  if (found === null) notFound()
  return (
    <SponsorListScreen
      slug={slug}
      initial={found ?? null}
      contact={sponsorsEmail || contactEmail}
    />
  )
}
