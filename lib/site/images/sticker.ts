import { SALES_STICKERS } from '@/lib/festival/rules'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import { getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'

/**
 * Returns the text of the sticker on share images, which shows the state of the sale. Null after
 * the night, while the ticket page is hidden, and in a state without a sticker.
 */
export async function getSticker(): Promise<string | null> {
  const [{ salesState }, phase, visibility] = await Promise.all([
    getFestival(),
    getPhase(),
    getVisibility(),
  ])
  const isShown = phase !== 'after' && isOpen(visibility, '/ulaznice')
  return isShown ? SALES_STICKERS[salesState] : null
}
