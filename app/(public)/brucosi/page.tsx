import { SignupPage } from '@/components/public/signups/signup-page'
import { getTexts } from '@/lib/cache/reads'
import { getFestival } from '@/lib/settings/cached'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/brucosi')

export default async function Brucosi() {
  await openPage('/brucosi')
  const [festival, texts] = await Promise.all([getFestival(), getTexts()])
  return <SignupPage festival={festival} lead={texts['brucosi.lead']} />
}
