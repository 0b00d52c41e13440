import { getFestival } from '@/lib/site/festival'
import { getPerformerPicture } from '@/lib/site/images/performer'
import { OG_SIZE } from '@/lib/site/images/picture'
import { getSticker } from '@/lib/site/images/sticker'
import { getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'
import { findPerformer } from './find-performer'

export const size = OG_SIZE
export const contentType = 'image/jpeg'
export const alt = 'Izvođač na festivalu'

export default async function PerformerPicture({ params }: { params: Promise<{ slug: string }> }) {
  const performer = isOpen(await getVisibility(), '/lineup')
    ? await findPerformer((await params).slug)
    : undefined
  if (!performer) return new Response(null, { status: 404 })
  const [{ name, year }, sticker] = await Promise.all([getFestival(), getSticker()])
  const picture = await getPerformerPicture(performer, `${name} ${year}`, sticker)
  return new Response(new Uint8Array(picture), { headers: { 'content-type': contentType } })
}
