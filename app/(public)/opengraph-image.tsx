import { getFestival } from '@/lib/site/festival'
import { getOgPicture, OG_SIZE } from '@/lib/site/images/picture'
import { getSticker } from '@/lib/site/images/sticker'

export const size = OG_SIZE
export const contentType = 'image/png'
/** The alternative text is the same for the default picture and for an uploaded one. */
export const alt = 'Plakat festivala'

export default async function OgPicture() {
  const [{ name }, sticker] = await Promise.all([getFestival(), getSticker()])
  const picture = await getOgPicture(name, sticker)
  return new Response(new Uint8Array(picture), {
    headers: { 'content-type': contentType },
  })
}
