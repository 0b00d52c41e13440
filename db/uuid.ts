import { randomBytes } from 'node:crypto'

/** 100-nanosecond steps between the start of the Gregorian calendar and 1970 (RFC 9562). */
const GREGORIAN_OFFSET = 0x01b21dd213814000n

/**
 * Returns an unguessable UUID of version 1. Its fields `node` (with the multicast bit, RFC 9562
 * section 6.10) and `clock_seq` are random for each UUID.
 */
export function randomUuidV1(now = Date.now()): string {
  const random = randomBytes(10)
  const time = BigInt(now) * 10_000n + GREGORIAN_OFFSET + BigInt(random.readUInt16BE(8) % 10_000)
  const hex = (value: bigint, width: number) => value.toString(16).padStart(width, '0')
  const low = hex(time & 0xffffffffn, 8)
  const mid = hex((time >> 32n) & 0xffffn, 4)
  const high = hex(((time >> 48n) & 0x0fffn) | 0x1000n, 4)
  const clock = ((random.readUInt16BE(6) & 0x3fff) | 0x8000).toString(16)
  random[0] = (random[0] as number) | 0x01
  return `${low}-${mid}-${high}-${clock}-${random.subarray(0, 6).toString('hex')}`
}
