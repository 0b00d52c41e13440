import { getConfig } from '@/lib/config'

const isSecure = () => getConfig().PUBLIC_URL.startsWith('https:')

/** The browser's sign-in. `__Secure-` where the site is served over https. */
export const sessionCookieName = () =>
  isSecure() ? '__Secure-next-auth.session-token' : 'next-auth.session-token'

/** Where a sign-in under way is to come back to, as next-auth names it. */
export const callbackCookieName = () =>
  isSecure() ? '__Secure-next-auth.callback-url' : 'next-auth.callback-url'

export const secureCookies = isSecure

/** One cookie out of a Cookie header, or null. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return null
}
