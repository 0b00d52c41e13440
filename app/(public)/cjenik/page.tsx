import type { Metadata } from 'next'
import { PriceListPage } from '@/components/public/price-list-page'
import { getPriceList } from '@/lib/price-list/cached'
import { getFestival } from '@/lib/settings/cached'
import { getTexts } from '@/lib/translations/cached'
import { textOf } from '@/lib/translations/rules'
import { openPage } from '../open-page'

export const metadata: Metadata = {
  title: 'Cjenik',
  description: 'Cijene pića i ostale ponude na festivalu, u eurima.',
  alternates: { canonical: '/cjenik' },
}

export default async function Cjenik() {
  await openPage('/cjenik')
  const [items, festival, texts] = await Promise.all([getPriceList(), getFestival(), getTexts()])
  return (
    <PriceListPage
      items={items}
      aircashUrl={festival.aircashUrl}
      lead={texts['cjenik.lead']}
      disclaimer={textOf(texts, 'cjenik.disclaimer')}
    />
  )
}
