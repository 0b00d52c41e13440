import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { SponsorScreen } from '@/components/admin/sponsors/sponsor-screen'
import { getFestival } from '@/lib/site/festival'

/**
 * The URL contains the slug of the sponsor list, which is a secret, so no other site gets it as a
 * referrer.
 */
export const metadata: Metadata = { title: 'Sponzor', referrer: 'no-referrer' }

type Props = PageProps<'/admin/sponsors-add/[slug]'>

export default staffPage('admin', async ({ params }: Props) => {
  const [{ slug }, { publicUrl }] = await Promise.all([params, getFestival()])
  return <SponsorScreen key={slug} slug={slug} site={publicUrl} />
})
