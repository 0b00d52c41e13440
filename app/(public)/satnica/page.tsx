import { SchedulePage } from '@/components/public/schedule-page'
import { getTexts } from '@/lib/cache/reads'
import { textOf } from '@/lib/translations/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/satnica')

export default async function Satnica() {
  await openPage('/satnica')
  const texts = await getTexts()
  return <SchedulePage lead={texts['satnica.lead']} timetable={textOf(texts, 'satnica.text')} />
}
