import { SchedulePage } from '@/components/public/schedule-page'
import { getArtwork, getTexts } from '@/lib/cache/reads'
import { textOf } from '@/lib/translations/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/satnica')

export default async function Satnica() {
  await openPage('/satnica')
  const [{ pictures }, texts] = await Promise.all([getArtwork(), getTexts()])
  return (
    <SchedulePage
      pictures={pictures}
      lead={texts['satnica.lead']}
      timetable={textOf(texts, 'satnica.text')}
    />
  )
}
