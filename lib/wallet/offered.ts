import { getConfig } from '@/lib/config/settings'

/**
 * Returns which wallets the site offers for a ticket. Pages use this file, because it does not load
 * the code that creates passes.
 */
export function offeredWallets(): { apple: boolean; google: boolean } {
  const { apple, google } = getConfig().wallets
  return { apple: apple !== null, google: google !== null }
}
