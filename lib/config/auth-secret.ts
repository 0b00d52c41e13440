import { SettingsError } from './settings-error'

/** The secret behind sessions and tokens, which the start has checked, or made where it may. */
export function getAuthSecret(): string {
  const secret = process.env.AUTH_SECRET
  if (!secret)
    throw new SettingsError(
      'AUTH_SECRET is missing: set it to at least 32 random characters, the same on every instance.',
    )
  return secret
}
