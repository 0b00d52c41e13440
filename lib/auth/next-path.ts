const ANY_ORIGIN = 'http://local'

/**
 * Where to go on after a sign-in, out of `?next=`: a path of ours under /admin, or null.
 * The staff home is null too, since there each privilege has its own start (spec section 4).
 */
export function staffPath(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/admin')) return null
  if (!URL.canParse(next, ANY_ORIGIN)) return null
  const { origin, pathname, search } = new URL(next, ANY_ORIGIN)
  if (origin !== ANY_ORIGIN || !/^\/admin\/./.test(pathname)) return null
  return /^\/admin\/log(in|out)\/?$/.test(pathname) ? null : pathname + search
}

/**
 * The `?next=` of the address that a sign-in was to come back to. One that fails comes back
 * to the login without it, and only a cookie still knows.
 */
export const nextOfCallback = (callback: string | undefined): string | null =>
  callback && URL.canParse(callback, ANY_ORIGIN)
    ? staffPath(new URL(callback, ANY_ORIGIN).searchParams.get('next'))
    : null

/** An address of the sign-in that remembers where its person wanted to go. */
export const withNext = (address: '/admin/login' | '/admin/logout', next: string | null) =>
  next ? `${address}?next=${encodeURIComponent(next)}` : address
