import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'

/**
 * Title and one-sentence description of each public page, for browser tabs, search engines and
 * shared links.
 */
const PAGE_HEADS = {
  '/lineup': ['Line-up', 'Svi izvođači ovogodišnjeg festivala, sa slikom i pričom.'],
  '/ulaznice': ['Ulaznice', 'Kupi ulaznicu i saznaj što donijeti na ulaz.'],
  '/brucosi': ['Brucoši', 'Prijava brucoša: upiši se prije nego što dođeš po kartu.'],
  '/satnica': ['Satnica', 'Tko, kada i na kojoj pozornici: raspored cijele festivalske noći.'],
  '/tlocrt': [
    'Tlocrt',
    'Tlocrt festivala: pozornice, šankovi, ulaz, toaleti, prva pomoć i garderoba.',
  ],
  '/sponsors': ['Sponzori', 'Tvrtke i udruge koje su omogućile ovogodišnji festival.'],
  '/igrica': [
    'Igrica',
    'Igra za jednu minutu i jedan palac: bježi od zore i upiši se među dvadeset najboljih.',
  ],
  '/cjenik': ['Cjenik', 'Cijene pića i ostale ponude na festivalu, u eurima.'],
  '/kontakt': [
    'Kontakt',
    'Piši organizatorima: adrese za festival i za sponzore, mreže i put do nas.',
  ],
  '/t2': ['Kako do nas', 'Karta s tlocrtom festivala, adresa i put do ulaza.'],
  '/pitanja': [
    'Pitanja i pristupačnost',
    'Odgovori na ono što svi pitaju, put bez stepenica, indukcijska petlja i pratnja.',
  ],
  '/pravila-ponasanja': [
    'Pravila ponašanja',
    'Što vrijedi na festivalu: prema drugima, na ulazu i kad zatreba pomoć.',
  ],
  '/uvjeti-koristenja': [
    'Uvjeti korištenja',
    'Uvjeti korištenja ove stranice, prijave brucoša i nagradne igrice.',
  ],
} as const

type Address = keyof typeof PAGE_HEADS

/**
 * Returns the metadata of a public page. Its canonical URL is `address`, even if the page was
 * requested with another spelling.
 */
export function publicMetadata(address: Address): Metadata {
  const [title, description] = PAGE_HEADS[address]
  return { title, description, alternates: { canonical: address } }
}

/**
 * Metadata of a page whose URL contains a secret: search engines do not index the page, and other
 * sites do not get its URL as a referrer.
 */
export const SECRET_PAGE_METADATA: Metadata = {
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
  alternates: { canonical: null },
}

/**
 * Responds with status 404 if a public page is hidden now. Call it first in the page, outside any
 * Suspense: inside Suspense the status 200 would already have been sent.
 */
export async function requireVisiblePage(address: Address): Promise<void> {
  if (!isOpen(await getVisibility(), address)) notFound()
}
