import type { Festival } from '@/lib/settings/types'
import { FittedType } from '../fitted-type'

/** The way to the shop: an admission ticket with its stub. */
export function ShopCard({ festival }: { festival: Festival }) {
  return (
    <div className="poster-admission">
      <div className="poster-admission-body">
        <p>
          <FittedType text={festival.name} />
        </p>
        <p className="mt-4 max-w-md text-lg font-medium">
          Ulaznice se kupuju u internetskoj trgovini. Otvara se u novoj kartici, a ova te stranica
          čeka.
        </p>
      </div>
      <div className="poster-admission-stub">
        <p className="poster-type text-8xl">{festival.year}</p>
        <a
          href={festival.ticketShopUrl}
          target="_blank"
          rel="noopener"
          className="poster-button bg-ink text-paper"
        >
          Kupi ulaznicu
          <span className="sr-only"> (otvara se u novoj kartici)</span>
        </a>
      </div>
    </div>
  )
}
