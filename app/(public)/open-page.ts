import { notFound } from 'next/navigation'
import { getVisibility } from '@/lib/visibility/cached'
import { isOpen, type PublicPage } from '@/lib/visibility/rules'

/**
 * Lets a public page through while it may be seen; otherwise it is not found, with
 * status 404. Call it first in the page, outside any Suspense: inside one the status
 * would already be 200.
 */
export async function openPage(address: PublicPage['address']): Promise<void> {
  if (!isOpen(await getVisibility(), address)) notFound()
}
