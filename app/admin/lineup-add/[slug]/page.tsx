import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { PerformerScreen } from '@/components/admin/lineup/performer-screen'

export const metadata: Metadata = { title: 'Izvođač' }

type Props = PageProps<'/admin/lineup-add/[slug]'>

export default function PerformerPage({ params }: Props) {
  return (
    <StaffPage may="admin">
      <Screen params={params} />
    </StaffPage>
  )
}

async function Screen({ params }: Pick<Props, 'params'>) {
  const { slug } = await params
  return <PerformerScreen key={slug} slug={slug} />
}
