import { z } from 'zod'
import { databaseSettings } from '@/db/settings'
import { parseAttributes } from '@/lib/text/pairs'
import { zagrebDay, zagrebNoon } from '@/lib/time/zagreb'
import { SettingsError } from './settings-error'
import { readWallets, walletShape } from './wallet-certificates'

export { SettingsError }

const flag = z.enum(['0', '1']).transform((v) => v === '1')
const HOSTNAME =
  /^(\[[\da-f:.]+\]|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$/
const isHttpUrl = (text: string) => {
  const url = /^https?:\/\/\S+$/.test(text) ? URL.parse(text) : null
  return url !== null && HOSTNAME.test(url.hostname)
}
const httpUrl = z.string().refine(isHttpUrl, 'must be a URL with http:// or https://')
/** URL of a whole site without a path, because pages, cookies and sign-in use its root. */
const siteUrl = httpUrl
  .refine((text) => {
    if (!isHttpUrl(text)) return true
    const { pathname, search, hash, username } = new URL(text)
    return /^\/*$/.test(pathname) && search + hash + username === ''
  }, 'must be the URL of the site without a path, such as https://festival.example')
  .transform((text) => text.replace(/\/+$/, ''))
const gameUrl = z
  .string()
  .refine(
    (text) => /^\/(?![/\\])\S*$/.test(text) || isHttpUrl(text),
    'must be a path such as /game/index.html, or a URL with http:// or https://',
  )
const sender = z.string().refine((text) => {
  const [, named, bare] = /^(?:[^<>]*<([^<>]+)>|([^<>]+))$/.exec(text.trim()) ?? []
  return z.email().safeParse(named ?? bare).success
}, 'must be an e-mail address, or a name and an e-mail address: Festival <karte@festival.example>')
const list = z.string().transform((v) =>
  v
    .split(',')
    .map((s) => s.trim())
    .filter(Boolean),
)
const hosts = list.pipe(
  z.array(
    z
      .string()
      .regex(
        /^https?:\/\/[a-z0-9.*-]+(:\d+)?$/i,
        'must be hosts such as https://tiles.example.com, separated by commas',
      ),
  ),
)
const pairs = z.string().transform((text, context) => {
  const read = parseAttributes(text)
  if (!read) context.addIssue('must be pairs such as event=opening, lang=hr')
  return read ?? {}
})
const domain = z.string().regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a domain such as fer.hr')

/** All settings of the product, documented in docs/operate/settings.md. */
const settings = z.object({
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: siteUrl.optional(),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  ...databaseSettings,
  DATA_DIR: z.string().min(1).default('.data'),
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_HOSTED_DOMAIN: domain.optional(),
  GOOGLE_ISSUER: httpUrl.default('https://accounts.google.com'),
  ADMIN_EMAILS: list
    .pipe(z.array(z.email('must be e-mail addresses, separated by commas')))
    .default([]),
  DEMO: flag.optional(),
  RESEND_API_KEY: z.string().min(1).optional(),
  RESEND_BASE_URL: httpUrl.default('https://api.resend.com'),
  RESEND_CALLS_PER_SECOND: z.coerce.number().min(0.1).max(1000).default(4),
  RESEND_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]+={0,2}$/, 'must start with whsec_, as Resend shows it')
    .optional(),
  MAIL_FROM: sender.optional(),
  STUDENT_EMAIL_DOMAIN: domain.default('fer.hr'),
  FESTIVAL_NAME: z.string().min(1).max(60).default('Brucošijada'),
  FESTIVAL_YEAR: z.coerce.number().int().min(2000).max(2100).optional(),
  FESTIVAL_EDITION: z.coerce.number().int().min(1).max(999).optional(),
  CONTACT_EMAIL: z.email().optional(),
  CONTACT_EMAIL_SPONSORS: z.email().optional(),
  INSTAGRAM_URL: httpUrl.optional(),
  FACEBOOK_URL: httpUrl.optional(),
  TIKTOK_URL: httpUrl.optional(),
  TICKET_SHOP_URL: httpUrl.optional(),
  TICKET_WIDGET_SRC: httpUrl.optional(),
  TICKET_WIDGET_DATA: pairs.default({}),
  TICKET_WIDGET_HOSTS: hosts.default([]),
  AIRCASH_URL: httpUrl.default('https://aircash.eu/'),
  MAP_STYLE_URL: httpUrl.optional(),
  MAP_HOSTS: hosts.default([]),
  GAME_URL: gameUrl.default('/game/index.html'),
  OFFLINE_PAGES: flag.default(true),
  METRICS_TOKEN: z.string().min(20, 'must have at least 20 characters').optional(),
  WEBHOOKS_TO_LOOPBACK: flag.default(false),
  ...walletShape,
})

/**
 * Reference edition (rule 8.3): 2025 had the 42nd. The ordinals of all other years follow from it.
 */
const REFERENCE_EDITION = { year: 2025, edition: 42 }

const HOUR_MS = 3_600_000

/**
 * Returns the opening time of the demo, 12 days from now, and the closing time of its sponsor
 * lists, 5 days from now.
 */
export function demoTimes(now: Date): { opensAt: Date; listsCloseAt: Date } {
  const evening = (days: number) => {
    const noon = zagrebNoon(new Date(zagrebNoon(now).getTime() + days * 24 * HOUR_MS))
    return new Date(noon.getTime() + 8 * HOUR_MS)
  }
  return { opensAt: evening(12), listsCloseAt: evening(5) }
}

/** Prefixes of our settings. An unknown variable with one of them is a typing mistake. */
const OWN_PREFIXES =
  /^(FESTIVAL|RESEND|STUDENT|TICKET|MAIL|GAME|AIRCASH|METRICS|(APPLE|GOOGLE)_WALLET)_/

export const settingNames = Object.keys(settings.shape)

/** Minimum length of a setting to check for typos: a variable similar to a shorter one may belong to another program. */
const MIN_TYPO_LENGTH = 7

/** Whether a name differs from a setting by one added, missing, wrong or swapped letter. */
function isTypo(name: string, known: string): boolean {
  let at = 0
  while (at < known.length && name[at] === known[at]) at++
  const [typed, correct] = [name.slice(at), known.slice(at)]
  const swapped = `${correct[1]}${correct[0]}${correct.slice(2)}`
  return [
    correct.slice(1),
    `${typed[0]}${correct}`,
    `${typed[0]}${correct.slice(1)}`,
    swapped,
  ].includes(typed)
}

/** Checks the settings of this process. Throws SettingsError with the name of the first invalid one. */
export function parseSettings(env: Record<string, string | undefined>, now = new Date()) {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  for (const name of Object.keys(present)) {
    if (settingNames.includes(name)) continue
    const similar = settingNames.find(
      (known) => known.length >= MIN_TYPO_LENGTH && isTypo(name, known),
    )
    if (similar) throw new SettingsError(`${name} is not a setting. Did you mean ${similar}?`)
    if (OWN_PREFIXES.test(name))
      throw new SettingsError(
        `${name} is not a setting. docs/operate/settings.md lists all settings.`,
      )
  }
  const parsed = settings.safeParse(present)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingsError(`${String(issue?.path[0])} is wrong: ${issue?.message}.`)
  }
  const s = parsed.data
  const DEMO = s.DEMO ?? (!s.DATABASE_URL && !s.GOOGLE_CLIENT_ID)
  const PUBLIC_URL = s.PUBLIC_URL ?? `http://${urlHost(s.HOST)}:${s.PORT}`
  if (s.GOOGLE_CLIENT_ID) {
    for (const name of ['GOOGLE_CLIENT_SECRET', 'GOOGLE_HOSTED_DOMAIN'] as const)
      if (!s[name]) throw new SettingsError(`${name} is missing: GOOGLE_CLIENT_ID needs it.`)
  }
  const foreignAdmin =
    s.GOOGLE_HOSTED_DOMAIN &&
    s.ADMIN_EMAILS.find((email) => !email.toLowerCase().endsWith(`@${s.GOOGLE_HOSTED_DOMAIN}`))
  if (foreignAdmin)
    throw new SettingsError(
      `ADMIN_EMAILS is wrong: ${foreignAdmin} cannot sign in, because its domain is not ${s.GOOGLE_HOSTED_DOMAIN}.`,
    )
  if (s.RESEND_API_KEY && !s.MAIL_FROM)
    throw new SettingsError('MAIL_FROM is missing: RESEND_API_KEY needs a sender address.')
  if (s.TICKET_WIDGET_SRC && !s.TICKET_SHOP_URL)
    throw new SettingsError(
      'TICKET_SHOP_URL is missing: TICKET_WIDGET_SRC needs it, for visitors whose browser cannot load the widget.',
    )
  if (s.WEBHOOKS_TO_LOOPBACK && !isLoopback(new URL(PUBLIC_URL).hostname))
    throw new SettingsError(
      `WEBHOOKS_TO_LOOPBACK=1 lets webhooks reach this machine, and is not allowed at ${PUBLIC_URL}: unset it.`,
    )
  // The year of the demo follows its invented opening time, so that texts, mails and countdown agree.
  const opensAt = DEMO ? demoTimes(now).opensAt : now
  const FESTIVAL_YEAR = s.FESTIVAL_YEAR ?? Number(zagrebDay(opensAt).slice(0, 4))
  const FESTIVAL_EDITION =
    s.FESTIVAL_EDITION ??
    Math.max(1, REFERENCE_EDITION.edition + FESTIVAL_YEAR - REFERENCE_EDITION.year)
  return { ...s, DEMO, PUBLIC_URL, FESTIVAL_YEAR, FESTIVAL_EDITION, wallets: readWallets(s, now) }
}

/**
 * Returns a sentence about the setting that makes a demo unsafe, or null. The start calls this
 * before it sets the URL of the embedded database.
 */
export function demoProblem(s: Settings): string | null {
  if (!s.DEMO) return null
  if (s.GOOGLE_CLIENT_ID)
    return 'DEMO=1 offers sign-in without a password and must not run with GOOGLE_CLIENT_ID: unset one of them.'
  if (!isLoopback(s.HOST))
    return `DEMO=1 offers sign-in without a password and must not listen on ${s.HOST}: set DEMO=0, or HOST=127.0.0.1.`
  if (!isLoopback(new URL(s.PUBLIC_URL).hostname))
    return `DEMO=1 offers sign-in without a password and must not be reachable at ${s.PUBLIC_URL}: set DEMO=0 and GOOGLE_CLIENT_ID, or unset PUBLIC_URL.`
  if (s.TRUST_PROXY > 0)
    return 'DEMO=1 offers sign-in without a password and must not run behind a proxy: set DEMO=0 and GOOGLE_CLIENT_ID, or TRUST_PROXY=0.'
  return null
}

const isLoopback = (host: string) => /^(localhost|::1|\[::1\]|127(\.\d{1,3}){3})$/.test(host)
const urlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Returns the URL of the server on its own machine, also when it listens on all interfaces. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST
  return `http://${urlHost(host)}:${PORT}`
}

export type Settings = ReturnType<typeof parseSettings>

let loaded: Settings | undefined

/** Returns the settings of this process. Throws SettingsError on the first call if one is invalid. */
export function getConfig(): Settings {
  if (!loaded) {
    loaded = parseSettings(process.env)
    // Only the start rejects a demo with TRUST_PROXY, because tests act as a proxy of a demo.
    const problem = demoProblem({ ...loaded, TRUST_PROXY: 0 })
    if (problem) throw new SettingsError(problem)
  }
  return loaded
}

/** Whether mails are sent. Without a mail service they are only recorded. */
export const isSendingMail = () => getConfig().RESEND_API_KEY !== undefined
