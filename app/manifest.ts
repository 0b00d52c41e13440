import type { MetadataRoute } from 'next'
import { getFestival } from '@/lib/settings/cached'

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name, year } = await getFestival()
  return {
    name: `${name} ${year}`,
    short_name: name,
    lang: 'hr',
    start_url: '/',
    display: 'standalone',
    background_color: '#0b0e1c',
    theme_color: '#0b0e1c',
    icons: [
      { src: '/art/mark.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/apple-icon.png', sizes: '180x180', type: 'image/png' },
    ],
  }
}
