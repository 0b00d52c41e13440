import type { Metadata } from 'next'
import { ClausesPage } from '@/components/public/text-pages'
import { getTexts } from '@/lib/translations/cached'
import { textSections } from '@/lib/translations/rules'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Uvjeti korištenja',
  description: 'Uvjeti korištenja ove stranice, prijave brucoša i nagradne igrice.',
}

export default async function Terms() {
  await openPage('/uvjeti-koristenja')
  const sections = textSections(await getTexts(), 'uvjeti')
  return <ClausesPage title="Uvjeti korištenja" sections={sections} look="terms" />
}
