import { PassType, PKPass } from 'passkit-generator'
import type { PassRow } from '@/db/queries/wallet'
import { getConfig } from '@/lib/config/settings'
import type { AppleWallet } from '@/lib/config/wallet-certificates'
import type { EditionSettings } from '@/lib/festival/schema'
import type { Ticket } from '@/lib/tickets/rules'
import { passPictures } from './pictures'
import { passTexts, voidPassTexts } from './rules'
import { passToken } from './tokens'

const COLOURS = {
  backgroundColor: 'rgb(11, 14, 28)',
  foregroundColor: 'rgb(245, 240, 227)',
  labelColor: 'rgb(228, 255, 58)',
}

/**
 * Builds a signed Apple Wallet pass. Without a ticket the pass is void and has no personal data.
 * Phones ask for changes only over https, so without https the pass has no URL for them.
 */
export async function applePass(
  apple: AppleWallet,
  pass: Pick<PassRow, 'id' | 'changedAt'>,
  ticket: Ticket | null,
  edition: EditionSettings,
): Promise<Buffer> {
  const { PUBLIC_URL } = getConfig()
  const { certificate, key, wwdr, passType, team } = apple
  const walletPass = new PKPass(
    await passPictures(),
    { signerCert: certificate, signerKey: key, wwdr },
    {
      description: `Karta za ${edition.name} ${edition.year}`,
      organizationName: edition.name,
      logoText: `${edition.name} ${edition.year}`,
      passTypeIdentifier: passType,
      teamIdentifier: team,
      serialNumber: pass.id,
      sharingProhibited: true,
      ...COLOURS,
      ...(PUBLIC_URL.startsWith('https://') && {
        webServiceURL: `${PUBLIC_URL}/api/wallet`,
        authenticationToken: passToken(pass.id),
      }),
      ...(!ticket && { voided: true }),
    },
  )
  const texts = ticket ? passTexts(ticket, edition, PUBLIC_URL) : voidPassTexts(edition)
  const card = new PassType('eventTicket')
  card.headerFields.push(...texts.header)
  card.primaryFields.push(...texts.primary)
  card.secondaryFields.push(...texts.secondary)
  card.auxiliaryFields.push(...texts.auxiliary)
  card.backFields.push(...texts.back)
  walletPass.types.push(card)
  if (ticket) addBarcodeAndRelevance(walletPass, ticket, edition)
  else walletPass.setExpirationDate(pass.changedAt)
  return walletPass.getAsBuffer()
}

/** Adds the QR code, and the place and time at which a phone suggests the pass by itself. */
function addBarcodeAndRelevance(walletPass: PKPass, { code }: Ticket, edition: EditionSettings) {
  walletPass.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: code,
    messageEncoding: 'iso-8859-1',
    altText: code,
  })
  const { lat: latitude, lng: longitude, opensAt, closesAt, name, place } = edition
  walletPass.setLocations({ latitude, longitude, relevantText: `${name}${place && ` · ${place}`}` })
  if (!opensAt || !closesAt) return
  walletPass.setRelevantDate(new Date(opensAt))
  walletPass.setRelevantDates([{ startDate: opensAt, endDate: closesAt }])
  walletPass.setExpirationDate(new Date(closesAt))
}
