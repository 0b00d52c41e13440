import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { newPassageId } from '@/lib/admission/rules'

/** Interval between two scans in ms: 30 scans a second. */
export const SCAN_INTERVAL_MS = 1000 / 30
/** Number of phones that send the scans in turn. */
export const PHONES = 30

/** Registers `count` phones at the first gate. Returns their cookies. */
export async function registerPhones(sql: postgres.Sql, count: number): Promise<string[]> {
  const phones = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  return Promise.all(
    phones.map(async (secret, i) => {
      const hash = createHash('sha256').update(secret).digest()
      const [row] = await sql`
        insert into gate_devices (gate_id, label, is_staff, secret_hash, ends_at)
        select min(id), ${`Vrata ${i}`}, false, ${hash}, now() + interval '1 day' from gates returning id`
      return `gate-device=${row?.id}.${secret}`
    }),
  )
}

interface ScanTargets {
  url: string
  phones: string[]
  tickets: { code: string }[]
}

/**
 * Sends the n-th scan from the phone whose turn it is. Returns its response time in ms; throws if
 * the status is not in `expectedStatuses`.
 */
export async function scan(
  { url, phones, tickets }: ScanTargets,
  n: number,
  expectedStatuses = [200],
) {
  const cookie = phones[n % phones.length] as string
  const { code } = tickets[n % tickets.length] as ScanTargets['tickets'][number]
  const from = performance.now()
  const response = await fetch(`${url}/api/gate/scan/`, {
    method: 'POST',
    headers: { cookie, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ id: newPassageId(), code, direction: 'in' }),
  })
  await response.text()
  if (!expectedStatuses.includes(response.status))
    throw new Error(`a scan returned ${response.status}`)
  return performance.now() - from
}

/**
 * Sends 30 requests a second until `isEnough` returns true. Returns the response times in ms, in
 * ascending order.
 */
export async function requestUntil(
  isEnough: (sent: number) => boolean,
  sendRequest: (i: number) => Promise<number>,
) {
  const requests: Promise<number>[] = []
  const from = performance.now()
  while (!isEnough(requests.length)) {
    const i = requests.length
    await sleep(from + i * SCAN_INTERVAL_MS - performance.now())
    requests.push(sendRequest(i))
  }
  return (await Promise.all(requests)).sort((a, b) => a - b)
}

/** Returns the quantile of times in ascending order: for `share` 0.99 the p99. */
export const at = (times: number[], share: number) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))] as number
