import type { Metadata } from 'next'
import { LineupPage } from '@/components/public/lineup/lineup-page'
import { getPublicLineup } from '@/lib/lineup/cached'
import { getTexts } from '@/lib/translations/cached'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Line-up',
  description: 'Svi izvođači ovogodišnjeg festivala, sa slikom i pričom.',
  alternates: { canonical: '/lineup' },
}

export default async function Lineup() {
  await openPage('/lineup')
  const [performers, texts] = await Promise.all([getPublicLineup(), getTexts()])
  return <LineupPage performers={performers} lead={texts['lineup.lead']} />
}
