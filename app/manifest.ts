import type { MetadataRoute } from 'next'
import { ICONS, type IconFile, iconAddress } from '@/lib/artwork/rules'
import { getFestival } from '@/lib/site/festival'
import { getArtwork, getVisibility } from '@/lib/site/reads'
import { INK } from '@/lib/text/colours'
import { openPages } from '@/lib/visibility/rules'

/**
 * Shortcuts that a phone shows after a long press on the app icon. A shortcut is offered only while
 * its page is open to visitors. The page of the own tickets is always open (rule 1.4).
 */
const SHORTCUTS = [
  { name: 'Satnica', url: '/satnica' },
  { name: 'Moja ulaznica', url: '/karta' },
  { name: 'Tlocrt', url: '/tlocrt' },
]

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const [{ name, year }, { pictures }, visibility] = await Promise.all([
    getFestival(),
    getArtwork(),
    getVisibility(),
  ])
  const openUrls: string[] = ['/karta', ...openPages(visibility).map(({ address }) => address)]
  return {
    id: '/',
    name: `${name} ${year}`,
    short_name: name,
    lang: 'hr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: INK,
    theme_color: INK,
    icons: Object.entries(ICONS).flatMap(([file, { side, purpose }]) =>
      purpose === 'apple'
        ? []
        : [
            {
              src: iconAddress(file as IconFile, pictures.mark),
              sizes: `${side}x${side}`,
              type: 'image/png',
              purpose,
            },
          ],
    ),
    shortcuts: SHORTCUTS.filter(({ url }) => openUrls.includes(url)),
  }
}
