import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { getAuthSecret } from '@/lib/config/auth-secret'

// A receiver's secret must sign, so it is kept as it is, sealed by AES-256-GCM under a key that is
// made of AUTH_SECRET: whoever has the database or a backup alone has no secret.

const NONCE = 12
const TAG = 16

const key = () =>
  Buffer.from(hkdfSync('sha256', getAuthSecret(), '', 'secrets of webhook receivers', 32))

/** A new secret as Standard Webhooks writes one: `whsec_` and 32 random bytes in base64. */
export const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export function encryptSecret(secret: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key(), nonce)
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
}

/** Throws where it was sealed under another AUTH_SECRET. */
export function decryptSecret(text: string): string {
  const bytes = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key(), bytes.subarray(0, NONCE))
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  return decipher.update(bytes.subarray(NONCE + TAG), undefined, 'utf8') + decipher.final('utf8')
}

/** The headers of Standard Webhooks, by each of the secrets: the receiver needs one that fits. */
export function signedHeaders(id: string, body: string, secrets: string[]) {
  const at = new Date()
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, at, body)).join(' '),
  }
}
