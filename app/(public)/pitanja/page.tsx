import { notFound } from 'next/navigation'
import { QuestionsPage } from '@/components/public/questions-page'
import { getTexts } from '@/lib/site/reads'
import { isWritten } from '@/lib/translations/rules'
import { headOf, openPage } from '../open-page'

export const metadata = headOf('/pitanja')

export default async function Questions() {
  await openPage('/pitanja')
  const texts = await getTexts()
  if (!isWritten(texts, '/pitanja')) notFound()
  return <QuestionsPage texts={texts} />
}
