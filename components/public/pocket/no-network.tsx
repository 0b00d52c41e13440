'use client'

import { useEffect, useState } from 'react'
import { serviceWorkers } from '@/components/service-worker'
import { keptTickets } from '../ticket/kept'
import { pollUntilOnline } from './asking'

interface KeptPage {
  address: string
  title: string
}

/** Path of the no-network page itself. */
const OWN = '/nema-mreze'

/**
 * Lists the pages stored on this phone: tickets by the names of the guests, then home, then other
 * pages by their titles.
 */
async function listKept(): Promise<KeptPage[]> {
  const pages = await caches.open('pocket-pages')
  const bearers = new Map(keptTickets().map(({ code, name }) => [`/karta/${code}`, name]))
  const all = await Promise.all(
    (await pages.keys()).map(async ({ url }) => {
      const html = (await (await pages.match(url))?.text()) ?? ''
      const [title = ''] = new DOMParser().parseFromString(html, 'text/html').title.split(' · ')
      const address = new URL(url).pathname
      const bearer = bearers.get(address)
      return { address, title: bearer ? `Karta: ${bearer}` : title }
    }),
  )
  return all
    .filter(({ address }) => address !== OWN)
    .sort((a, b) => place(a.address) - place(b.address))
}

const place = (address: string) => (address.startsWith('/karta/') ? 0 : address === '/' ? 1 : 2)

/** Lists the stored pages, and opens the requested page as soon as there is a network. */
export function NoNetwork() {
  const [kept, setKept] = useState<KeptPage[]>([])

  useEffect(() => {
    listKept().then(setKept, () => {})
    if (!serviceWorkers()) return
    return pollUntilOnline('', () => {
      if (location.pathname === OWN) location.replace('/')
      else location.reload()
    })
  }, [])

  if (kept.length === 0) return null
  return (
    <nav aria-label="Spremljene stranice">
      <p className="font-semibold">Bez mreže se otvara:</p>
      <ul className="mt-3 flex flex-wrap gap-3">
        {kept.map(({ address, title }) => (
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
