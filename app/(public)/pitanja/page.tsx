import { notFound } from 'next/navigation'
import { QuestionsPage } from '@/components/public/questions-page'
import { getTexts } from '@/lib/site/reads'
import { hasContent } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/pitanja')

export default async function Questions() {
  await requireVisiblePage('/pitanja')
  const texts = await getTexts()
  if (!hasContent(texts, '/pitanja')) notFound()
  return <QuestionsPage texts={texts} />
}
