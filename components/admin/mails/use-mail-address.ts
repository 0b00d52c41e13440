import { useSearchParams } from 'next/navigation'
import { MAIL_STATES, MAIL_TEMPLATES } from '@/lib/mails/rules'
import type { MailFilter } from './use-mails'

/**
 * What is shown stands in the address: a reload keeps it, a link can be handed on, and
 * the way back closes an opened mail.
 */
export function useMailAddress() {
  const params = useSearchParams()
  const filter: MailFilter = {
    search: params.get('trazi') ?? '',
    state: MAIL_STATES.find((state) => state === params.get('stanje')) ?? null,
    template: MAIL_TEMPLATES.find((template) => template === params.get('vrsta')) ?? null,
    batch: params.get('slanje'),
    page: Math.max(Math.trunc(Number(params.get('stranica')) || 1) - 1, 0),
  }

  const address = (change: Record<string, string | null>) => {
    // The address itself: `params` follows a change only with the next rendering.
    const next = new URLSearchParams(location.search)
    for (const [name, value] of Object.entries(change))
      if (value) next.set(name, value)
      else next.delete(name)
    return `?${next}`
  }

  return {
    filter,
    openId: params.get('mail'),
    /** Anything new to look for starts on the first page. */
    setFilter: ({ search, state, template, batch, page = 0 }: Partial<MailFilter>) =>
      history.replaceState(
        null,
        '',
        address({
          stranica: page > 0 ? String(page + 1) : null,
          ...(search !== undefined && { trazi: search }),
          ...(state !== undefined && { stanje: state }),
          ...(template !== undefined && { vrsta: template }),
          ...(batch !== undefined && { slanje: batch }),
        }),
      ),
    open: (id: string) => history.pushState(null, '', address({ mail: id })),
    /** Another mail in the place of the one that is open, or none. */
    replaceOpen: (id: string | null) => history.replaceState(null, '', address({ mail: id })),
  }
}
