import type { Metadata } from 'next'
import { staffPage } from '@/app/admin/staff-page'
import { PerformerScreen } from '@/components/admin/lineup/performer-screen'

export const metadata: Metadata = { title: 'Izvođač' }

type Props = PageProps<'/admin/lineup-add/[slug]'>

export default staffPage('admin', async ({ params }: Props) => {
  const { slug } = await params
  return <PerformerScreen key={slug} slug={slug} />
})
