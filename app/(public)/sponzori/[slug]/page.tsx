import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { SponsorListLoading, SponsorListScreen } from '@/components/public/sponsors/own-list-screen'
import { getFestival } from '@/lib/site/festival'
import { getSponsorListView } from '@/lib/sponsors/own-list'
import { SECRET_PAGE_METADATA } from '../../open-page'

/** The address is a key. */
export const metadata: Metadata = {
  title: 'Popis gostiju',
  description: 'Sponzor ovdje vodi popis svojih gostiju.',
  ...SECRET_PAGE_METADATA,
}

type Params = Promise<{ slug: string }>

/**
 * A sponsor's own list (rules 1.4 and 5.7). It opens before the site is live too, since the
 * invitations go out earlier. That an unknown address is not found, proxy.ts sees to.
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
  // What cannot be read now is asked for again by the browser, which says so.
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
