import type { Metadata } from 'next'
import { SignupPage } from '@/components/public/signups/signup-page'
import { getFestival } from '@/lib/settings/cached'
import { getTexts } from '@/lib/translations/cached'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Brucoši',
  description: 'Prijava brucoša: upiši se prije nego što dođeš po kartu.',
}

export default async function Brucosi() {
  await openPage('/brucosi')
  const [festival, texts] = await Promise.all([getFestival(), getTexts()])
  return <SignupPage festival={festival} lead={texts['brucosi.lead']} />
}
