import { SponsorsPage } from '@/components/public/sponsors/sponsors-page'
import { getPublicSponsors, getTexts } from '@/lib/site/reads'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/sponsors')

export default async function Sponsors() {
  await requireVisiblePage('/sponsors')
  const [sponsors, texts] = await Promise.all([getPublicSponsors(), getTexts()])
  return <SponsorsPage sponsors={sponsors} lead={texts['sponsors.lead']} />
}
