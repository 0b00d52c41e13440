import type { Metadata } from 'next'
import { SponsorsPage } from '@/components/public/sponsors/sponsors-page'
import { getPublicSponsors } from '@/lib/sponsors/cached'
import { getTexts } from '@/lib/translations/cached'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Sponzori',
  description: 'Tvrtke i udruge koje su omogućile ovogodišnji festival.',
  alternates: { canonical: '/sponsors' },
}

export default async function Sponsors() {
  await openPage('/sponsors')
  const [sponsors, texts] = await Promise.all([getPublicSponsors(), getTexts()])
  return <SponsorsPage sponsors={sponsors} lead={texts['sponsors.lead']} />
}
