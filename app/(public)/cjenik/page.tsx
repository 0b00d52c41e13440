import { PriceListPage } from '@/components/public/price-list-page'
import { getFestival } from '@/lib/site/festival'
import { getPriceList, getTexts } from '@/lib/site/reads'
import { textOf } from '@/lib/translations/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

export const metadata = publicMetadata('/cjenik')

export default async function Cjenik() {
  await requireVisiblePage('/cjenik')
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
