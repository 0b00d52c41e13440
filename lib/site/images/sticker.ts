import { SALES_STICKERS } from '@/lib/festival/rules'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import { getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'

/** The words of the sale's sticker on shared pictures; null after the night and without a sale. */
export async function getSticker(): Promise<string | null> {
  const [{ salesState }, phase, visibility] = await Promise.all([
    getFestival(),
    getPhase(),
    getVisibility(),
  ])
  const isTold = phase !== 'after' && isOpen(visibility, '/ulaznice')
  return isTold ? SALES_STICKERS[salesState] : null
}
