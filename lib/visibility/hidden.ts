import { requireCaller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { credentialOf } from '@/lib/auth/sessions'
import { notFound } from '@/lib/http/errors'
import { isOpen, PUBLIC_PAGES, type PublicPage } from './rules'
import { readVisibility } from './service'

// Data of a hidden page are hidden in the API too (rule 1.10): visitors get nothing, and staff who
// edit the data get everything.

/**
 * Whether a caller may see the content of a page: visitors while the page is open, editors always.
 */
export async function canSeePage(request: Request, address: PublicPage['address']) {
  return isOpen(await readVisibility(), address) || isEditor(request)
}

/**
 * Returns the sections of the texts that a caller may not see. The section is the first part of a
 * text's key: `cjenik` of `cjenik.lead`.
 */
export async function hiddenTextPrefixes(request: Request): Promise<string[]> {
  const visibility = await readVisibility()
  const hidden = PUBLIC_PAGES.filter(({ address }) => !isOpen(visibility, address))
  if (hidden.length === 0 || (await isEditor(request))) return []
  return hidden.flatMap(({ address, moreTexts = [] }) => [
    address.slice(1).split('-')[0] ?? '',
    ...moreTexts,
  ])
}

/** Throws not_found if a caller may not see the text with this key. */
export async function requireShownText(request: Request, key: string): Promise<void> {
  if ((await hiddenTextPrefixes(request)).includes(key.split('.')[0] ?? '')) throw notFound()
}

/**
 * Whether the caller may edit the public pages. Throws not_signed_in for an expired sign-in, so
 * that the client renews it.
 */
export async function isEditor(request: Request): Promise<boolean> {
  if (!credentialOf(request)) return false
  const caller = await requireCaller(request, 'signed-in')
  return hasPermission(caller.privilege, 'admin')
}
