import { createDecipheriv, pbkdf2Sync } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import type { UserRow } from '@/db/queries/users'
import { emergencyListFile } from '@/lib/night/emergency-list/emergency-list'

/** Downloads an emergency list and opens it by its password, without the server's own code. */
export async function openEmergencyList(password: string, user: UserRow, id?: number) {
  const html = await (await emergencyListFile({ id }, user)).text()
  const json = /<script id="pack" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1]
  const pack = JSON.parse(json ?? '')
  const key = pbkdf2Sync(password, Buffer.from(pack.salt, 'base64'), pack.rounds, 32, 'sha256')
  const encrypted = Buffer.from(pack.sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, 12))
  decipher.setAAD(Buffer.from(pack.madeAt))
  decipher.setAuthTag(encrypted.subarray(-16))
  const plain = Buffer.concat([decipher.update(encrypted.subarray(12, -16)), decipher.final()])
  return { html, pack, content: JSON.parse(gunzipSync(plain).toString()) }
}
