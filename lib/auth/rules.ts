/** Who may do what (rule 9.1). 0 nothing, 1 admin, 2 entry, 3 tickets, 4 both. */
const PRIVILEGES = {
  admin: [1],
  entry: [1, 2, 4],
  tickets: [1, 3, 4],
  staff: [1, 2, 3, 4],
} as const

export type Permission = keyof typeof PRIVILEGES

export const privilegesOf = (duty: Permission): readonly number[] => PRIVILEGES[duty]

export const hasPermission = (privilege: number, duty: Permission) =>
  privilegesOf(duty).includes(privilege)

/** Where a person starts after signing in (rule 9.3). */
export function landingPage(privilege: number): string {
  if (privilege === 2) return '/admin/entry'
  if (privilege === 3) return '/admin/guests'
  return '/admin'
}

export const NO_PRIVILEGES =
  'Nažalost, nemate privilegije za pristup ovoj stranici. Pričekajte ili se javite savjetniku'

/** A privilege in words, as the users screen and the account line say it. */
export const PRIVILEGE_LABELS: Record<number, string> = {
  0: 'Bez privilegija',
  1: 'Admin',
  2: 'Ulaz',
  3: 'Karte',
  4: 'Ulaz + karte',
}

/** From the one that may most to the one that may nothing, as lists of them stand. */
export const PRIVILEGE_ORDER = [1, 4, 3, 2, 0]

/** What a person with this privilege does here. */
export const PRIVILEGE_DESCRIPTIONS: Record<number, string> = {
  0: 'još ništa; čeka dodjelu',
  1: 'sve, uključujući postavke i izvještaje',
  2: 'propuštanje gostiju na ulazu',
  3: 'prodaja karata brucošima',
  4: 'prodaja karata i propuštanje na ulazu',
}

/** Where this tab keeps that the sign-in ended by itself, for the login page to say. */
export const WHY_SIGNED_OUT = 'why-signed-out'

const SIGN_IN_FAILED = 'Prijava nije uspjela. Pokušajte ponovno.'

export const SIGN_IN_MESSAGES = {
  notVerified: 'E-mail adresa ovog računa nije potvrđena. Potvrdite je pa se prijavite ponovno.',
  wrongDomain: (domain: string | undefined) =>
    `Prijava je moguća samo računom organizacije${domain ? ` (@${domain})` : ''}.`,
  failed: SIGN_IN_FAILED,
  ended: 'Prijava je istekla. Prijavite se ponovno.',
  endedHere: 'Prijava je istekla ili je prekinuta drugdje. Prijavite se ponovno pa nastavite.',
  invalid: 'Prijava nije valjana. Prijavite se ponovno.',
  noPerson: 'Korisnik ne postoji ili je obrisan.',
  alreadyEnded: 'Ta je prijava već odjavljena.',
}

/** What went wrong, by the `?error=` that a failed sign-in comes back with. */
export function signInError(code: string, domain: string | undefined): string {
  if (code === 'wrong_domain') return SIGN_IN_MESSAGES.wrongDomain(domain)
  if (code === 'email_not_verified') return SIGN_IN_MESSAGES.notVerified
  if (code === 'AccessDenied') return 'Prijava je odbijena ili prekinuta.'
  if (code === 'Configuration')
    return 'Prijava nije ispravno postavljena, javite se administratoru.'
  if (code.startsWith('OAuth')) return 'Google se nije javio kako treba. Pokušajte ponovno.'
  return SIGN_IN_FAILED
}

const ANY_ORIGIN = 'http://local'

/**
 * The same page at the address of the site, where the browser is at another name of it, such as an
 * IP or plain http; null where it is right. A sign-in begun elsewhere ends without its cookies.
 */
export function atSite(here: string, siteOrigin: string): string | null {
  const { origin, pathname, search } = new URL(here)
  return origin === siteOrigin ? null : siteOrigin + pathname + search
}

/**
 * Where to go on after a sign-in, out of `?next=`: a path of ours under /admin, or null.
 * The staff home is null too, since there each privilege has its own start (rule 9.3).
 */
export function safeNextPath(next: unknown): string | null {
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
    ? safeNextPath(new URL(callback, ANY_ORIGIN).searchParams.get('next'))
    : null

/** An address of the sign-in that remembers where its person wanted to go. */
export const withNext = (address: '/admin/login' | '/admin/logout', next: string | null) =>
  next ? `${address}?next=${encodeURIComponent(next)}` : address

const BROWSERS: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/** Each as it stands behind a browser, and alone. */
const SYSTEMS: [RegExp, string, string][] = [
  [/Android/, 'na Androidu', 'Android'],
  [/iPhone/, 'na iPhoneu', 'iPhone'],
  [/iPad/, 'na iPadu', 'iPad'],
  [/Windows/, 'na Windowsima', 'Windows'],
  [/Mac OS X/, 'na Macu', 'Mac'],
  [/CrOS/, 'na Chromebooku', 'Chromebook'],
  [/Linux|X11/, 'na Linuxu', 'Linux'],
]

/** A device as its owner would know it again, out of what it calls itself; empty if it says nothing. */
export function describeUserAgent(userAgent: string): string {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1]
  const system = SYSTEMS.find(([sign]) => sign.test(userAgent))
  if (!system) return browser ?? ''
  return browser ? `${browser} ${system[1]}` : system[2]
}

/** One that says nothing of itself, such as a program. */
export const UNKNOWN_DEVICE = 'Nepoznat uređaj'
