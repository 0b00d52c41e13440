import { SchedulePage } from '@/components/public/schedule-page'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import { getArtwork, getProgramme, getTexts, getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/satnica')

export default async function Satnica() {
  await requireVisiblePage('/satnica')
  const [{ pictures }, sets, texts, visibility, festival, phase] = await Promise.all([
    getArtwork(),
    getProgramme(),
    getTexts(),
    getVisibility(),
    getFestival(),
    getPhase(),
  ])
  return (
    <SchedulePage
      festival={festival}
      phase={phase}
      pictures={pictures}
      lead={texts['satnica.lead']}
      sets={sets}
      isLineupOpen={isOpen(visibility, '/lineup')}
    />
  )
}
