import { LineupPage } from '@/components/public/lineup/lineup-page'
import { getPublicLineup, getTexts } from '@/lib/cache/reads'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/lineup')

export default async function Lineup() {
  await openPage('/lineup')
  const [performers, texts] = await Promise.all([getPublicLineup(), getTexts()])
  return <LineupPage performers={performers} lead={texts['lineup.lead']} />
}
