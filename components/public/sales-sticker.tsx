import { SALES_STICKERS, type SalesState } from '@/lib/festival/rules'

/**
 * Sticker with the state of the ticket sale, such as 'Rasprodano' (sold out). Empty in the normal
 * state `open`.
 */
export function SalesSticker({ state, className = '' }: { state: SalesState; className?: string }) {
  const label = SALES_STICKERS[state]
  return label && <p className={`poster-sticker ${className}`.trim()}>{label}</p>
}
