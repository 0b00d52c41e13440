import { requireCaller } from '@/lib/api/caller'
import { hasPermission } from '@/lib/auth/rules'
import { credentialOf } from '@/lib/auth/sessions'
import { notFound } from '@/lib/http/errors'
import { isOpen, PUBLIC_PAGES, type PublicPage } from './rules'
import { readVisibility } from './service'

// Public data of a hidden page are hidden in the API too: nothing for visitors, everything
// for whoever edits it (rule 1.10).

/** Whether a caller may see what stands on a page: visitors while it is open, editors always. */
export async function canSeePage(request: Request, address: PublicPage['address']) {
  return isOpen(await readVisibility(), address) || isEditor(request)
}

/** The first words of the keys of those texts that a caller may not see. */
export async function hiddenTextPrefixes(request: Request): Promise<string[]> {
  const visibility = await readVisibility()
  const hidden = PUBLIC_PAGES.filter(({ address }) => !isOpen(visibility, address))
  if (hidden.length === 0 || (await isEditor(request))) return []
  return hidden.map(({ address }) => address.slice(1).split('-')[0] ?? '')
}

/** Throws not_found for a text, by its key, that a caller may not see. */
export async function requireShownText(request: Request, key: string): Promise<void> {
  if ((await hiddenTextPrefixes(request)).includes(key.split('.')[0] ?? '')) throw notFound()
}

/** Whether a caller edits what visitors see. Throws not_signed_in for a sign-in that has ended, which can be renewed. */
export async function isEditor(request: Request): Promise<boolean> {
  if (!credentialOf(request)) return false
  const caller = await requireCaller(request, 'signed-in')
  return hasPermission(caller.privilege, 'admin')
}
