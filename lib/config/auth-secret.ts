import { SettingsError } from './settings-error'

/** Returns the secret that signs sessions and tokens. The start checks it, or generates it in a demo. */
export function getAuthSecret(): string {
  const secret = process.env.AUTH_SECRET
  if (!secret)
    throw new SettingsError(
      'AUTH_SECRET is missing: set it to at least 32 random characters, the same on every instance.',
    )
  return secret
}
