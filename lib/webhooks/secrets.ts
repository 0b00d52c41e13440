import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { getAuthSecret } from '@/lib/config/auth-secret'

// A receiver's secret signs messages, so a hash of it would not do. It is stored encrypted
// (AES-256-GCM, with a key derived from AUTH_SECRET): the database or a backup alone does not
// reveal it.

const NONCE = 12
const TAG = 16

const key = () =>
  Buffer.from(hkdfSync('sha256', getAuthSecret(), '', 'secrets of webhook receivers', 32))

/** Creates a secret in the format of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export function encryptSecret(secret: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key(), nonce)
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64')
}

/** Throws if the secret was encrypted with another AUTH_SECRET. */
export function decryptSecret(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, NONCE))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

/** Whether a stored secret was encrypted with the current AUTH_SECRET. */
export function isReadableSecret(text: string): boolean {
  try {
    decryptSecret(text)
    return true
  } catch {
    return false
  }
}

/**
 * Returns the headers of Standard Webhooks with one signature per secret. A receiver accepts a
 * message if one of the signatures is valid.
 */
export function signedHeaders(id: string, body: string, secrets: string[]) {
  const at = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}
