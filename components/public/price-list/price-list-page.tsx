import { groupPrices } from '@/lib/price-list/rules'
import type { PriceItem } from '@/lib/price-list/schema'
import { paragraphsOf } from '@/lib/translations/rules'
import { PageHead } from '../page-head'
import { AircashBanner } from './aircash-banner'
import { PriceTable } from './price-table'

interface Props {
  items: PriceItem[]
  aircashUrl: string
  /** The organisers' own words (translations `cjenik.lead`, `cjenik.disclaimer`). */
  lead?: string
  disclaimer: string
}

/** What the bar serves and for how much (spec section 2). */
export function PriceListPage({ items, aircashUrl, lead, disclaimer }: Props) {
  const groups = groupPrices(items)
  return (
    <>
      <PageHead title="Cjenik" lead={groups.length > 0 ? lead : undefined} />
      <div className="pt-10">
        <AircashBanner address={aircashUrl} />
      </div>
      <div className="poster-column pt-12">
        {groups.length === 0 ? (
          <p className="max-w-md text-lg">
            Šank se još slaže. Cijene ćeš naći ovdje čim doznamo što točimo.
          </p>
        ) : (
          <div className="gap-x-16 lg:columns-2">
            {groups.map((group) => (
              <PriceTable key={group.tag} group={group} />
            ))}
          </div>
        )}
      </div>
      <div className="poster-column pb-12 text-paper-2">
        {paragraphsOf(disclaimer).map((text) => (
          <p key={text} className="mb-3 max-w-prose whitespace-pre-line">
            {text}
          </p>
        ))}
      </div>
    </>
  )
}
