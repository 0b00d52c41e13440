import { SignJWT } from 'jose'
import type { PassRow, WalletUpdate } from '@/db/queries/wallet'
import { getConfig } from '@/lib/config/settings'
import type { GoogleWallet } from '@/lib/config/wallet-certificates'
import type { EditionSettings } from '@/lib/festival/schema'
import { INK } from '@/lib/text/colours'
import type { Ticket } from '@/lib/tickets/rules'

const SAVE = 'https://pay.google.com/gp/v/save'
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'

/** Timeout of a request to Google in ms. */
const REQUEST_TIMEOUT_MS = 10_000

const localized = (value: string) => ({ defaultValue: { language: 'hr', value } })

/**
 * Returns the id of the edition's class in Google Wallet. The host name is part of it, because
 * sites that share an issuer account can have editions of the same id.
 */
const classId = ({ issuer }: GoogleWallet, edition: { id: number }) =>
  `${issuer}.${new URL(getConfig().PUBLIC_URL).hostname.replace(/[^a-z0-9]/gi, '_')}-${edition.id}`

const objectId = ({ issuer }: GoogleWallet, passId: string) => `${issuer}.${passId}`

/** Returns the event ticket class: the data that all passes of the edition share. */
function festivalClass(google: GoogleWallet, edition: EditionSettings & { id: number }) {
  const { name, year, opensAt, closesAt, place, address } = edition
  return {
    id: classId(google, edition),
    issuerName: name,
    eventName: localized(`${name} ${year}`),
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: INK,
    ...(place && address && { venue: { name: localized(place), address: localized(address) } }),
    ...(opensAt && closesAt && { dateTime: { doorsOpen: opensAt, start: opensAt, end: closesAt } }),
  }
}

const guestObject = ({ name, surname, list, code }: Ticket) => ({
  state: 'ACTIVE',
  ticketHolderName: `${name} ${surname}`.trim(),
  ticketType: localized(list),
  barcode: { type: 'QR_CODE', value: code, alternateText: code },
})

/** State of a pass whose ticket is no longer valid: expired, and without a name. */
const VOID = { state: 'EXPIRED', ticketHolderName: '' }

/**
 * Returns the Google URL at which a phone saves the pass. The URL itself contains the festival and
 * the ticket, so Google learns of a ticket only when the guest opens the URL.
 */
export async function saveToWalletUrl(
  google: GoogleWallet,
  pass: Pick<PassRow, 'id'>,
  ticket: Ticket,
  edition: EditionSettings & { id: number },
): Promise<string> {
  const { PUBLIC_URL } = getConfig()
  const object = {
    id: objectId(google, pass.id),
    classId: classId(google, edition),
    ...guestObject(ticket),
  }
  const token = await new SignJWT({
    typ: 'savetowallet',
    origins: [PUBLIC_URL],
    payload: {
      eventTicketClasses: [festivalClass(google, edition)],
      eventTicketObjects: [object],
    },
  })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(google.email)
    .setAudience('google')
    .setIssuedAt()
    .sign(google.key)
  return `${SAVE}/${token}`
}

let cachedToken: { account: string; token: string; until: number } | undefined

/**
 * Returns an access token for Google's API. The token is cached until a minute before it expires.
 */
async function accessToken({ email, key, tokenUrl }: GoogleWallet): Promise<string> {
  const account = `${email} ${tokenUrl}`
  if (cachedToken?.account === account && cachedToken.until > Date.now() + 60_000)
    return cachedToken.token
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(email)
    .setAudience(tokenUrl)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key)
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
    }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`Google returned no access token (${response.status})`)
  const { access_token, expires_in } = (await response.json()) as {
    access_token: string
    expires_in: number
  }
  cachedToken = { account, token: access_token, until: Date.now() + expires_in * 1000 }
  return access_token
}

/**
 * Sends the current state of a pass to Google, or of the festival if the update has no pass. A pass
 * that was never saved is unknown to Google (404), which is no error. Throws if a later attempt may
 * succeed.
 */
export async function updateGooglePass(
  google: GoogleWallet,
  { passId }: Pick<WalletUpdate, 'passId'>,
  ticket: Ticket | null,
  edition: EditionSettings & { id: number },
): Promise<void> {
  const [path, body] = passId
    ? [`eventTicketObject/${objectId(google, passId)}`, ticket ? guestObject(ticket) : VOID]
    : [`eventTicketClass/${classId(google, edition)}`, festivalClass(google, edition)]
  const response = await fetch(`${google.apiUrl}/walletobjects/v1/${path}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${await accessToken(google)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  if (response.status === 401) cachedToken = undefined
  if (!response.ok && response.status !== 404)
    throw new Error(
      `Google refused the update (${response.status}: ${(await response.text()).slice(0, 200)})`,
    )
}
