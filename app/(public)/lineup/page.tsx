import { LineupPage } from '@/components/public/lineup/lineup-page'
import { getProgramme, getPublicLineup, getTexts, getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/lineup')

export default async function Lineup() {
  await requireVisiblePage('/lineup')
  const [performers, texts, visibility] = await Promise.all([
    getPublicLineup(),
    getTexts(),
    getVisibility(),
  ])
  const sets = isOpen(visibility, '/satnica') ? await getProgramme() : []
  return <LineupPage performers={performers} sets={sets} lead={texts['lineup.lead']} />
}
