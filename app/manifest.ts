import type { MetadataRoute } from 'next'
import { isShipped } from '@/lib/artwork/rules'
import { getArtwork } from '@/lib/cache/reads'
import { getFestival } from '@/lib/settings/cached'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [{ name, year }, { pictures }] = await Promise.all([getFestival(), getArtwork()])
  const { mark } = pictures
  return {
    name: `${name} ${year}`,
    short_name: name,
    lang: 'hr',
    start_url: '/',
    display: 'standalone',
    background_color: '#0b0e1c',
    theme_color: '#0b0e1c',
    icons: [
      ...(isShipped(mark)
        ? [
            { src: mark.src, sizes: 'any', type: 'image/svg+xml' },
            { src: '/apple-icon.png', sizes: '180x180', type: 'image/png' },
          ]
        : [{ src: mark.src, sizes: `${mark.width}x${mark.height}`, type: 'image/webp' }]),
    ],
  }
}
