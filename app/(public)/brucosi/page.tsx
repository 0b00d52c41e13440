import { SignupPage } from '@/components/public/signups/signup-page'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import { getArtwork, getTexts } from '@/lib/site/reads'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/brucosi')

export default async function Brucosi() {
  await openPage('/brucosi')
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
