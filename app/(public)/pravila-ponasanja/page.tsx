import type { Metadata } from 'next'
import { ClausesPage } from '@/components/public/text-pages'
import { getTexts } from '@/lib/translations/cached'
import { textSections } from '@/lib/translations/rules'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Pravila ponašanja',
  description: 'Što vrijedi na festivalu: prema drugima, na ulazu i kad zatreba pomoć.',
}

export default async function CodeOfConduct() {
  await openPage('/pravila-ponasanja')
  const sections = textSections(await getTexts(), 'pravila')
  return <ClausesPage title="Pravila ponašanja" sections={sections} look="rules" />
}
