import { SponsorsPage } from '@/components/public/sponsors/sponsors-page'
import { getPublicSponsors, getTexts } from '@/lib/site/reads'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/sponsors')

export default async function Sponsors() {
  await openPage('/sponsors')
  const [sponsors, texts] = await Promise.all([getPublicSponsors(), getTexts()])
  return <SponsorsPage sponsors={sponsors} lead={texts['sponsors.lead']} />
}
