import { notFound } from 'next/navigation'
import { QuestionsPage } from '@/components/public/questions-page'
import { getTexts } from '@/lib/site/reads'
import { isWritten } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/pitanja')

export default async function Questions() {
  await requireVisiblePage('/pitanja')
  const texts = await getTexts()
  if (!isWritten(texts, '/pitanja')) notFound()
  return <QuestionsPage texts={texts} />
}
