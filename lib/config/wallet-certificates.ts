import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { SettingsError } from '@/lib/config/settings-error'

const httpUrl = z.string().regex(/^https?:\/\/\S+$/, 'must be a URL with http:// or https://')
const optionalText = z.string().min(1).optional()

/**
 * Settings of the wallets. The required settings of a wallet are all set or all missing; a wallet
 * without them is not offered.
 */
export const walletShape = {
  APPLE_WALLET_PASS_TYPE: z
    .string()
    .regex(/^pass(\.[A-Za-z0-9-]+)+$/, 'must be a pass type identifier such as pass.hr.example')
    .optional(),
  APPLE_WALLET_TEAM: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'must be the team identifier of ten capital letters and digits')
    .optional(),
  APPLE_WALLET_CERTIFICATE: optionalText,
  APPLE_WALLET_KEY: optionalText,
  APPLE_WALLET_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WALLET_WWDR: optionalText,
  APPLE_WALLET_PUSH_URL: httpUrl.default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER: z
    .string()
    .regex(/^\d{5,25}$/, 'must be the number of the issuer')
    .optional(),
  GOOGLE_WALLET_SERVICE_ACCOUNT: optionalText,
  GOOGLE_WALLET_API_URL: httpUrl.default('https://walletobjects.googleapis.com'),
}

type WalletSettings = z.output<z.ZodObject<typeof walletShape>>
type Name = keyof WalletSettings

/** Credentials that sign Apple's passes and authenticate push notifications. Certificates and key are PEM. */
export interface AppleWallet {
  passType: string
  team: string
  certificate: string
  /** Private key in PEM, decrypted. */
  key: string
  wwdr: string
  pushUrl: string
}

/** Service account that signs Google's passes and calls its API. */
export interface GoogleWallet {
  issuer: string
  email: string
  key: KeyObject
  tokenUrl: string
  apiUrl: string
}

const invalidSetting = (name: Name, problem: string) =>
  new SettingsError(`${name} is wrong: ${problem}.`)

/**
 * Returns the values of a group of settings, or null if none is set. Throws SettingsError if only
 * some are set.
 */
function readGroup<N extends Name>(
  s: WalletSettings,
  names: readonly N[],
): Record<N, string> | null {
  const missing = names.filter((name) => !s[name])
  if (missing.length === names.length) return null
  const [first] = missing
  if (first) {
    const present = names.find((name) => s[name])
    throw new SettingsError(`${first} is missing: ${present} needs it.`)
  }
  return s as Record<N, string>
}

/** Returns the text of a setting, or the content of the file whose path the setting is. */
function readTextOrFile(name: Name, value: string, isText: RegExp): string {
  // A PEM in an environment file is one line with `\n` in place of line breaks.
  if (isText.test(value)) return value.replaceAll('\\n', '\n')
  try {
    return readFileSync(value, 'utf8')
  } catch {
    throw invalidSetting(
      name,
      'it is neither the text itself nor the path of a file that can be read',
    )
  }
}

const PEM = /-----BEGIN /

function readCertificate(name: Name, value: string, now: Date): X509Certificate {
  let certificate: X509Certificate
  try {
    certificate = new X509Certificate(readTextOrFile(name, value, PEM))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw invalidSetting(
      name,
      'it is not a certificate in PEM format (convert Apple’s .cer file to PEM)',
    )
  }
  const day = (at: string) => new Date(at).toISOString().slice(0, 10)
  if (new Date(certificate.validTo) <= now)
    throw invalidSetting(name, `the certificate expired on ${day(certificate.validTo)}`)
  if (new Date(certificate.validFrom) > now)
    throw invalidSetting(name, `the certificate is valid from ${day(certificate.validFrom)} on`)
  return certificate
}

function readPrivateKey(name: Name, pem: string, passphrase?: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey({ key: pem, passphrase })
  } catch {
    const needs = /ENCRYPTED/.test(pem) ? ', or its passphrase is not right' : ''
    throw invalidSetting(name, `it is not a private key in PEM format${needs}`)
  }
  if (key.asymmetricKeyType !== 'rsa') throw invalidSetting(name, 'it is not an RSA key')
  return key
}

/** Returns one attribute of the subject of a certificate, such as its UID. */
const subjectPart = ({ subject }: X509Certificate, part: string) =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${part}=`))
    ?.slice(part.length + 1)

const APPLE_SETTINGS = [
  'APPLE_WALLET_PASS_TYPE',
  'APPLE_WALLET_TEAM',
  'APPLE_WALLET_CERTIFICATE',
  'APPLE_WALLET_KEY',
  'APPLE_WALLET_WWDR',
] as const

function readApple(s: WalletSettings, now: Date): AppleWallet | null {
  const all = readGroup(s, APPLE_SETTINGS)
  if (!all) return null
  const { APPLE_WALLET_PASS_TYPE: passType, APPLE_WALLET_TEAM: team } = all
  const certificate = readCertificate('APPLE_WALLET_CERTIFICATE', all.APPLE_WALLET_CERTIFICATE, now)
  const wwdr = readCertificate('APPLE_WALLET_WWDR', all.APPLE_WALLET_WWDR, now)
  const key = readPrivateKey(
    'APPLE_WALLET_KEY',
    readTextOrFile('APPLE_WALLET_KEY', all.APPLE_WALLET_KEY, PEM),
    s.APPLE_WALLET_KEY_PASSPHRASE,
  )
  if (!certificate.checkPrivateKey(key))
    throw invalidSetting('APPLE_WALLET_KEY', 'it is not the key of APPLE_WALLET_CERTIFICATE')
  const uid = subjectPart(certificate, 'UID')
  if (uid !== passType)
    throw invalidSetting(
      'APPLE_WALLET_CERTIFICATE',
      `it is issued for ${uid ?? 'no pass type'}, but APPLE_WALLET_PASS_TYPE is ${passType}`,
    )
  const unit = subjectPart(certificate, 'OU')
  if (unit !== undefined && unit !== team)
    throw invalidSetting('APPLE_WALLET_TEAM', `the certificate belongs to the team ${unit}`)
  if (!certificate.checkIssued(wwdr) || !certificate.verify(wwdr.publicKey))
    throw invalidSetting(
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
  const all = readGroup(s, ['GOOGLE_WALLET_ISSUER', name])
  if (!all) return null
  const text = readTextOrFile(name, all[name], /^\s*\{/)
  const parsed = serviceAccount.safeParse(tryJson(all[name]) ?? tryJson(text))
  if (!parsed.success)
    throw invalidSetting(name, 'it is not the JSON of a service account that Google issues')
  const { client_email, private_key, token_uri } = parsed.data
  return {
    issuer: all.GOOGLE_WALLET_ISSUER,
    email: client_email,
    key: readPrivateKey(name, private_key),
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
 * Reads and verifies the settings of the wallets. Throws SettingsError, so that an invalid certificate
 * stops the start and does not fail on the phones of visitors.
 */
export const readWallets = (s: WalletSettings, now: Date) => ({
  apple: readApple(s, now),
  google: readGoogle(s),
})
