import type { Metadata } from 'next'
import { SchedulePage } from '@/components/public/schedule-page'
import { getTexts } from '@/lib/translations/cached'
import { textOf } from '@/lib/translations/rules'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Satnica',
  description: 'Tko, kada i na kojoj pozornici: raspored cijele festivalske noći.',
  alternates: { canonical: '/satnica' },
}

export default async function Satnica() {
  await openPage('/satnica')
  const texts = await getTexts()
  return <SchedulePage lead={texts['satnica.lead']} timetable={textOf(texts, 'satnica.text')} />
}
