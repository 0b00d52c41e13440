import { getOgPicture, OG_SIZE } from '@/lib/og/picture'
import { getFestival } from '@/lib/settings/cached'

export const size = OG_SIZE
export const contentType = 'image/png'
/** Whosever picture it is. */
export const alt = 'Plakat festivala'

export default async function OgPicture() {
  const { name } = await getFestival()
  return new Response(new Uint8Array(await getOgPicture(name)), {
    headers: { 'content-type': contentType },
  })
}
