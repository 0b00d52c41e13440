import { getConfig } from '@/lib/config/settings'

/** Which wallets a ticket can be added to here; for pages, which make no passes themselves. */
export function offeredWallets(): { apple: boolean; google: boolean } {
  const { apple, google } = getConfig().wallets
  return { apple: apple !== null, google: google !== null }
}
