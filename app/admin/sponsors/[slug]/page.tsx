import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { AdminSponsorListScreen } from '@/components/admin/sponsors/sponsor-list-screen'
import { getFestival } from '@/lib/site/festival'

export const metadata: Metadata = { title: 'Popis sponzora', referrer: 'no-referrer' }

type Props = PageProps<'/admin/sponsors/[slug]'>

export default staffPage('admin', async ({ params }: Props) => {
  const [{ slug }, { publicUrl }] = await Promise.all([params, getFestival()])
  return <AdminSponsorListScreen slug={slug} site={publicUrl} />
})
