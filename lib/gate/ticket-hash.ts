export const HASH_BYTES = 16

/**
 * Hash by which a roster recognizes a ticket: the first 16 bytes of SHA-256 of the 16 bytes of the
 * confirmation code.
 */
export async function hashOf(code: string): Promise<Uint8Array> {
  const hex = code.trim().replaceAll('-', '').match(/../g) ?? []
  const bytes = Uint8Array.from(hex, (byte) => Number.parseInt(byte, 16))
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, HASH_BYTES)
}

export const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
