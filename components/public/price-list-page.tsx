import './poster/price-list.css'
import { formatQuantity, groupPrices, type PriceGroup } from '@/lib/price-list/rules'
import type { PriceItem } from '@/lib/price-list/schema'
import { formatEuro } from '@/lib/text/money'
import { paragraphsOf } from '@/lib/translations/rules'
import { PageHead } from './fitted-type'
import { ExternalLink } from './new-tab'

interface Props {
  items: PriceItem[]
  aircashUrl: string
  /**
   * Introduction and disclaimer, written by the organisers (site texts `cjenik.lead` and
   * `cjenik.disclaimer`).
   */
  lead?: string
  disclaimer: string
}

/** Page `/cjenik`: the price list of the bar in groups (rule 12.6). */
export function PriceListPage({ items, aircashUrl, lead, disclaimer }: Props) {
  const groups = groupPrices(items)
  return (
    <>
      <PageHead title="Cjenik" lead={groups.length > 0 ? lead : undefined} />
      {groups.length > 0 && <div aria-hidden="true" className="poster-bar-shelf" />}
      {aircashUrl && (
        <div className="pt-10">
          <AircashBanner address={aircashUrl} />
        </div>
      )}
      <div className="poster-column pt-12">
        {groups.length === 0 ? (
          <p className="max-w-md text-lg">
            Šank se još slaže. Cijene ćeš naći ovdje čim doznamo što točimo.
          </p>
        ) : (
          <div className="price-boards gap-x-16 lg:columns-2">
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

/** Table with one group of the price list, drawn as a board behind the bar. */
function PriceTable({ group }: { group: PriceGroup }) {
  return (
    <table className="price-board">
      <caption>{group.tag}</caption>
      <thead>
        <tr>
          <th scope="col">Naziv</th>
          <th scope="col">Količina</th>
          <th scope="col">Cijena</th>
        </tr>
      </thead>
      <tbody>
        {group.items.map((item) => (
          <tr key={item.id}>
            <th scope="row">{item.name}</th>
            <td>{formatQuantity(item)}</td>
            <td>{formatEuro(item.priceEUR)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Banner with a download link for Aircash, a payment app that gives a discount (rule 12.7). */
function AircashBanner({ address }: { address: string }) {
  return (
    <aside aria-label="Aircash" className="poster-band">
      <div className="poster-column grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-[min(1rem,4vw)] gap-y-6">
        <p className="poster-type max-w-4xl text-[min(3rem,13.4vw)] md:text-8xl">
          Plaćaj 20% jeftinije uz Aircash
        </p>
        <Phone />
        <ExternalLink
          href={address}
          className="poster-button col-span-2 bg-ink text-paper md:col-span-1 md:justify-self-start"
        >
          Preuzmi Aircash
        </ExternalLink>
      </div>
    </aside>
  )
}

/** Drawing of a phone with a check mark and a discount badge. */
function Phone() {
  return (
    <svg
      viewBox="0 0 256 300"
      aria-hidden="true"
      className="h-[min(8rem,36vw)] max-[22.5rem]:hidden min-[24rem]:h-40 md:row-span-2 md:h-72"
    >
      <g transform="rotate(8 120 150)">
        <rect x="52" y="14" width="136" height="272" rx="20" fill="#0b0e1c" />
        <rect x="64" y="40" width="112" height="214" fill="#f5f0e3" />
        <rect x="102" y="24" width="36" height="6" rx="3" fill="#262d4d" />
        <path d="M64 40h112v60L64 120z" fill="#ff6a3d" />
        <path d="m92 84 18 17 36-40" fill="none" stroke="#0b0e1c" strokeWidth="13" />
        <path d="M80 150h80v9H80zm0 24h58v9H80zm0 46h80v18H80z" fill="#0b0e1c" />
      </g>
      <path
        d="m188 128 12 14 17-7 3 18 18 4-6 17 13 13-13 13 6 17-18 4-3 18-17-7-12 14-12-14-17 7-3-18-18-4 6-17-13-13 13-13-6-17 18-4 3-18 17 7z"
        fill="#ff6a3d"
        stroke="#0b0e1c"
        strokeWidth="6"
        transform="translate(-6 26)"
      />
      <path d="M158 218h48" stroke="#0b0e1c" strokeWidth="13" />
    </svg>
  )
}
