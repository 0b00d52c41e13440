import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'

/** What a tab, a search and a shared link tell of a page: its title, and what it is in a sentence. */
const HEADS = {
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

type Address = keyof typeof HEADS

/** The head of a page, whose one address is this, however it is spelt. */
export function publicMetadata(address: Address): Metadata {
  const [title, description] = HEADS[address]
  return { title, description, alternates: { canonical: address } }
}

/** Of a page whose address is a key: it is told to no other site, and no search engine keeps it. */
export const SECRET_PAGE_METADATA: Metadata = {
  robots: { index: false, follow: false },
  referrer: 'no-referrer',
  alternates: { canonical: null },
}

/**
 * Lets a public page through while it may be seen; otherwise it is not found, with
 * status 404. Call it first in the page, outside any Suspense: inside one the status
 * would already be 200.
 */
export async function requireVisiblePage(address: Address): Promise<void> {
  if (!isOpen(await getVisibility(), address)) notFound()
}
