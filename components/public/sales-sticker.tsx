import { SALES_STICKERS, type SalesState } from '@/lib/festival/rules'

/** How far the sale has come, pasted on; nothing while tickets are simply on sale. */
export function SalesSticker({ state, className = '' }: { state: SalesState; className?: string }) {
  const words = SALES_STICKERS[state]
  return words && <p className={`poster-sticker ${className}`.trim()}>{words}</p>
}
