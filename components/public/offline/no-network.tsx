'use client'

import { useEffect, useState } from 'react'
import { serviceWorkers } from '@/components/service-worker'
import { getSavedTickets } from '../ticket/saved-tickets'
import { pollUntilOnline } from './poll-until-online'

interface CachedPage {
  address: string
  title: string
}

/** Path of the no-network page itself. */
const OWN_PATH = '/nema-mreze'

/**
 * Lists the pages stored on this phone: tickets by the names of the guests, then home, then other
 * pages by their titles.
 */
async function listCachedPages(): Promise<CachedPage[]> {
  const pages = await caches.open('pocket-pages')
  const guestNames = new Map(getSavedTickets().map(({ code, name }) => [`/karta/${code}`, name]))
  const cachedPages = await Promise.all(
    (await pages.keys()).map(async ({ url }) => {
      const html = (await (await pages.match(url))?.text()) ?? ''
      const [title = ''] = new DOMParser().parseFromString(html, 'text/html').title.split(' · ')
      const address = new URL(url).pathname
      const guestName = guestNames.get(address)
      return { address, title: guestName ? `Karta: ${guestName}` : title }
    }),
  )
  return cachedPages
    .filter(({ address }) => address !== OWN_PATH)
    .sort((a, b) => rankOf(a.address) - rankOf(b.address))
}

const rankOf = (address: string) => (address.startsWith('/karta/') ? 0 : address === '/' ? 1 : 2)

/** Lists the stored pages, and opens the requested page as soon as there is a network. */
export function NoNetwork() {
  const [pages, setPages] = useState<CachedPage[]>([])

  useEffect(() => {
    listCachedPages().then(setPages, () => {})
    if (!serviceWorkers()) return
    return pollUntilOnline('', () => {
      if (location.pathname === OWN_PATH) location.replace('/')
      else location.reload()
    })
  }, [])

  if (pages.length === 0) return null
  return (
    <nav aria-label="Spremljene stranice">
      <p className="font-semibold">Bez mreže se otvara:</p>
      <ul className="mt-3 flex flex-wrap gap-3">
        {pages.map(({ address, title }) => (
          <li key={address}>
            <a href={address} className="poster-button bg-ink text-paper">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
