/** Privileges by permission (rule 9.1): 0 nothing, 1 admin, 2 entry, 3 tickets, 4 entry and tickets. */
const PRIVILEGES = {
  admin: [1],
  entry: [1, 2, 4],
  tickets: [1, 3, 4],
  staff: [1, 2, 3, 4],
} as const

export type Permission = keyof typeof PRIVILEGES

const PERMISSIONS = Object.keys(PRIVILEGES) as Permission[]

/** Order of the privileges in lists, from the most to the fewest permissions. */
export const PRIVILEGE_ORDER = [1, 4, 3, 2, 0]

export const privilegesOf = (permission: Permission): readonly number[] => PRIVILEGES[permission]

export const hasPermission = (privilege: number, permission: Permission) =>
  privilegesOf(permission).includes(privilege)

/**
 * Returns the highest privilege that has only permissions which both privileges have (rule 9.18): of
 * Ulaz and Karte it is 0.
 */
export const sharedPrivilege = (first: number, second: number): number =>
  PRIVILEGE_ORDER.find((privilege) =>
    PERMISSIONS.every(
      (permission) =>
        !hasPermission(privilege, permission) ||
        (hasPermission(first, permission) && hasPermission(second, permission)),
    ),
  ) ?? 0

/** Returns the page that a user sees after signing in (rule 9.3). */
export function landingPage(privilege: number): string {
  if (privilege === 2) return '/admin/entry'
  if (privilege === 3) return '/admin/guests'
  return '/admin'
}

export const NO_PRIVILEGES =
  'Nažalost, nemate privilegije za pristup ovoj stranici. Pričekajte ili se javite savjetniku'

/** Labels of the privileges on the users screen and in the account menu. */
export const PRIVILEGE_LABELS: Record<number, string> = {
  0: 'Bez privilegija',
  1: 'Admin',
  2: 'Ulaz',
  3: 'Karte',
  4: 'Ulaz + karte',
}

/** Descriptions of the work that each privilege allows. */
export const PRIVILEGE_DESCRIPTIONS: Record<number, string> = {
  0: 'još ništa; čeka dodjelu',
  1: 'sve, uključujući postavke i izvještaje',
  2: 'propuštanje gostiju na ulazu',
  3: 'prodaja karata brucošima',
  4: 'prodaja karata i propuštanje na ulazu',
}

/** Numbers of days for which a key can be made, and the number if none is given (rule 9.18). */
export const KEY_DAYS = [7, 30, 90, 365] as const
export const DEFAULT_KEY_DAYS = 30

/** Key in sessionStorage with the reason of an automatic sign-out, which the login page shows. */
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
  needsPerson: 'Ključ programa to ne smije. Prijavite se u upravu i učinite to sami.',
}

/**
 * Returns the message for the `?error=` code with which a failed sign-in returns to the login page.
 */
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
 * Returns the URL of the current page at the site's own origin, or null if the browser is already
 * at this origin. A sign-in started at another host name, an IP or plain http would lose its
 * cookies.
 */
export function atSiteOrigin(here: string, siteOrigin: string): string | null {
  const { origin, pathname, search } = new URL(here)
  return origin === siteOrigin ? null : siteOrigin + pathname + search
}

/**
 * Validates `?next=`, the page to open after a sign-in: a path below /admin, otherwise null. The admin
 * home is null too, because each privilege has its own start page (rule 9.3).
 */
export function safeNextPath(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/admin')) return null
  if (!URL.canParse(next, ANY_ORIGIN)) return null
  const { origin, pathname, search } = new URL(next, ANY_ORIGIN)
  if (origin !== ANY_ORIGIN || !/^\/admin\/./.test(pathname)) return null
  return /^\/admin\/log(in|out)\/?$/.test(pathname) ? null : pathname + search
}

/**
 * Returns the `?next=` of the callback URL of a sign-in. A failed sign-in returns to the login page
 * without `?next=`, and only the callback cookie still has it.
 */
export const nextPathOfCallback = (callback: string | undefined): string | null =>
  callback && URL.canParse(callback, ANY_ORIGIN)
    ? safeNextPath(new URL(callback, ANY_ORIGIN).searchParams.get('next'))
    : null

/** Adds the page to open after the sign-in to a login or logout path. */
export const withNext = (path: '/admin/login' | '/admin/logout', next: string | null) =>
  next ? `${path}?next=${encodeURIComponent(next)}` : path

const BROWSERS: [RegExp, string][] = [
  [/Edg(A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

/**
 * Operating systems: pattern of the user agent, the Croatian text that follows the name of a known
 * browser ('Chrome na Androidu'), and the text if the browser is unknown ('Android').
 */
const SYSTEMS: [RegExp, string, string][] = [
  [/Android/, 'na Androidu', 'Android'],
  [/iPhone/, 'na iPhoneu', 'iPhone'],
  [/iPad/, 'na iPadu', 'iPad'],
  [/Windows/, 'na Windowsima', 'Windows'],
  [/Mac OS X/, 'na Macu', 'Mac'],
  [/CrOS/, 'na Chromebooku', 'Chromebook'],
  [/Linux|X11/, 'na Linuxu', 'Linux'],
]

/** Describes browser and operating system in Croatian; '' for an unknown user agent. */
export function describeUserAgent(userAgent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))
  if (!system) return browser ?? ''
  return browser ? `${browser} ${system[1]}` : system[2]
}

/** Label of a device with an unknown user agent, such as a program. */
export const UNKNOWN_DEVICE = 'Nepoznat uređaj'
