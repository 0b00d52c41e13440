import { SignupPage } from '@/components/public/signups/signup-page'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import { getArtwork, getTexts } from '@/lib/site/reads'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/brucosi')

export default async function Brucosi() {
  await requireVisiblePage('/brucosi')
  const [festival, phase, texts, { hasConsent }] = await Promise.all([
    getFestival(),
    getPhase(),
    getTexts(),
    getArtwork(),
  ])
  return (
    <SignupPage
      festival={festival}
      phase={phase}
      hasConsent={hasConsent}
      lead={texts['brucosi.lead']}
    />
  )
}
