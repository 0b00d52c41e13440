import { isIPv4, isIPv6 } from 'node:net'

/**
 * The visitor's address. A header is only as good as who wrote it: of `X-Forwarded-For` the
 * last `proxies` entries were appended by proxies of ours, each the address it was called
 * from, so the visitor is the first of those. Without a proxy the header is the visitor's
 * own invention, and the socket's address counts.
 */
export function clientIp(socket: string, forwarded: string | undefined, proxies: number) {
  const chain = (forwarded ?? '').split(',').map((part) => part.trim())
  const named = proxies > 0 ? chain.slice(-proxies)[0] : ''
  return named || socket
}

/**
 * What counts as one visitor. A home or a phone has a whole /64 of IPv6 addresses, so one
 * of them says no more than the network does.
 */
export function rateLimitNetwork(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (isIPv4(plain) || !isIPv6(plain)) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = (text: string) => (text ? text.split(':') : [])
  const [before, after] = [groups(head), groups(tail)]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const all = plain.includes('::') ? [...before, ...zeros, ...after] : before
  return `${all.slice(0, 4).join(':')}::/64`
}
