import type { Metadata } from 'next'
import { StaffPage } from '@/app/admin/staff-page'
import { OwnListScreen } from '@/components/admin/sponsors/own-list-screen'
import { getFestival } from '@/lib/settings/cached'

export const metadata: Metadata = { title: 'Popis sponzora', referrer: 'no-referrer' }

interface Props {
  params: Promise<{ slug: string }>
}

export default function OwnListScreenPage({ params }: Props) {
  return (
    <StaffPage may="admin">
      <Screen params={params} />
    </StaffPage>
  )
}

async function Screen({ params }: Props) {
  const [{ slug }, { publicUrl }] = await Promise.all([params, getFestival()])
  return <OwnListScreen slug={slug} site={publicUrl} />
}
