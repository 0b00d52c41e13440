import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SettingsError } from '@/lib/config/settings-error'

const httpUrl = z.string().regex(/^https?:\/\/\S+$/, 'must be an address with http:// or https://')
const given = z.string().min(1).optional()

/** Of each wallet either all is set, or none and then it is not offered. */
export const walletShape = {
  APPLE_WALLET_PASS_TYPE: z
    .string()
    .regex(/^pass(\.[A-Za-z0-9-]+)+$/, 'must be a pass type identifier such as pass.hr.example')
    .optional(),
  APPLE_WALLET_TEAM: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'must be the ten letters and digits of the team')
    .optional(),
  APPLE_WALLET_CERTIFICATE: given,
  APPLE_WALLET_KEY: given,
  APPLE_WALLET_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WALLET_WWDR: given,
  APPLE_WALLET_PUSH_URL: httpUrl.default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER: z
    .string()
    .regex(/^\d{5,25}$/, 'must be the issuer’s number')
    .optional(),
  GOOGLE_WALLET_SERVICE_ACCOUNT: given,
  GOOGLE_WALLET_API_URL: httpUrl.default('https://walletobjects.googleapis.com'),
}

type WalletSettings = z.output<z.ZodObject<typeof walletShape>>
type Name = keyof WalletSettings

/** What signs Apple's passes and lets us knock at their phones; all of it as PEM. */
export interface AppleWallet {
  passType: string
  team: string
  certificate: string
  /** Without a passphrase any more. */
  key: string
  wwdr: string
  pushUrl: string
}

/** Who signs Google's passes and calls its API. */
export interface GoogleWallet {
  issuer: string
  email: string
  key: KeyObject
  tokenUrl: string
  apiUrl: string
}

const wrong = (name: Name, why: string) => new SettingsError(`${name} is wrong: ${why}.`)

/** All of these, or null where none is set. Throws SettingsError where only some are. */
function allOf<N extends Name>(s: WalletSettings, names: readonly N[]): Record<N, string> | null {
  const missing = names.filter((name) => !s[name])
  if (missing.length === names.length) return null
  const [first] = missing
  if (first) {
    const there = names.find((name) => s[name])
    throw new SettingsError(`${first} is missing: ${there} needs it.`)
  }
  return s as Record<N, string>
}

/** The text that a setting holds, or that of the file whose path it is. */
function textOf(name: Name, value: string, isText: RegExp): string {
  // One line of an environment file holds a PEM with its breaks written out.
  if (isText.test(value)) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch {
    throw wrong(name, 'it is neither the text itself nor the path of a file that can be read')
  }
}

const PEM = /-----BEGIN /

function certificateOf(name: Name, value: string, now: Date): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(textOf(name, value, PEM))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw wrong(name, 'it is no certificate in PEM form (Apple’s .cer has to be converted)')
  }
  const day = (at: string) => new Date(at).toISOString().slice(0, 10)
  if (new Date(certificate.validTo) <= now)
    throw wrong(name, `the certificate expired on ${day(certificate.validTo)}`)
  if (new Date(certificate.validFrom) > now)
    throw wrong(name, `the certificate is valid from ${day(certificate.validFrom)} on`)
  return certificate
}

function keyOf(name: Name, pem: string, passphrase?: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey({ key: pem, passphrase })
  } catch {
    const needs = /ENCRYPTED/.test(pem) ? ', or its passphrase is not right' : ''
    throw wrong(name, `it is no private key in PEM form${needs}`)
  }
  if (key.asymmetricKeyType !== 'rsa') throw wrong(name, 'it is no RSA key')
  return key
}

/** A part of who a certificate was made out to, such as its UID. */
const subjectPart = ({ subject }: X509Certificate, part: string) =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1)

const APPLE = [
  'APPLE_WALLET_PASS_TYPE',
  'APPLE_WALLET_TEAM',
  'APPLE_WALLET_CERTIFICATE',
  'APPLE_WALLET_KEY',
  'APPLE_WALLET_WWDR',
] as const

function readApple(s: WalletSettings, now: Date): AppleWallet | null {
  const all = allOf(s, APPLE)
  if (!all) return null
  const { APPLE_WALLET_PASS_TYPE: passType, APPLE_WALLET_TEAM: team } = all
  const certificate = certificateOf('APPLE_WALLET_CERTIFICATE', all.APPLE_WALLET_CERTIFICATE, now)
  const wwdr = certificateOf('APPLE_WALLET_WWDR', all.APPLE_WALLET_WWDR, now)
  const key = keyOf(
    'APPLE_WALLET_KEY',
    textOf('APPLE_WALLET_KEY', all.APPLE_WALLET_KEY, PEM),
    s.APPLE_WALLET_KEY_PASSPHRASE,
  )
  if (!certificate.checkPrivateKey(key))
    throw wrong('APPLE_WALLET_KEY', 'it is not the key of APPLE_WALLET_CERTIFICATE')
  const uid = subjectPart(certificate, 'UID')
  if (uid !== passType)
    throw wrong(
      'APPLE_WALLET_CERTIFICATE',
      `it is made out to ${uid ?? 'no pass type'}, and APPLE_WALLET_PASS_TYPE is ${passType}`,
    )
  const unit = subjectPart(certificate, 'OU')
  if (unit !== undefined && unit !== team)
    throw wrong('APPLE_WALLET_TEAM', `the certificate is that of the team ${unit}`)
  if (!certificate.checkIssued(wwdr) || !certificate.verify(wwdr.publicKey))
    throw wrong(
      'APPLE_WALLET_WWDR',
      'another certificate signed APPLE_WALLET_CERTIFICATE (Apple has several generations)',
    )
  return {
    passType,
    team,
    wwdr: wwdr.toString(),
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    pushUrl: s.APPLE_WALLET_PUSH_URL,
  }
}

const serviceAccount = z.object({
  client_email: z.email(),
  private_key: z.string().min(1),
  token_uri: httpUrl,
})

function readGoogle(s: WalletSettings): GoogleWallet | null {
  const name = 'GOOGLE_WALLET_SERVICE_ACCOUNT'
  const all = allOf(s, ['GOOGLE_WALLET_ISSUER', name])
  if (!all) return null
  const text = textOf(name, all[name], /^\s*\{/)
  const parsed = serviceAccount.safeParse(tryJson(all[name]) ?? tryJson(text))
  if (!parsed.success)
    throw wrong(name, 'it is not the JSON of a service account, as Google gives it out')
  const { client_email, private_key, token_uri } = parsed.data
  return {
    issuer: all.GOOGLE_WALLET_ISSUER,
    email: client_email,
    key: keyOf(name, private_key),
    tokenUrl: token_uri,
    apiUrl: s.GOOGLE_WALLET_API_URL,
  }
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The wallets that are set, read and checked whole: a certificate that would only fail on
 * visitors' phones must stop the start. Throws SettingsError.
 */
export const readWallets = (s: WalletSettings, now: Date) => ({
  apple: readApple(s, now),
  google: readGoogle(s),
})
