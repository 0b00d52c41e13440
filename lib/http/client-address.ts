import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the IP address of the client. Our own proxies append the last `proxies` entries of
 * `X-Forwarded-For`, so the first of these is the client. Without a proxy anybody can write that
 * header, so the address of the socket counts.
 */
export function clientIp(socket: string, forwarded: string | undefined, proxies: number) {
  const chain = (forwarded ?? '').split(',').map((part) => part.trim())
  const named = proxies > 0 ? chain.slice(-proxies)[0] : ''
  return named || socket
}

/**
 * Returns the network by which rate limits count a client: the IPv4 address itself, or the /64 of
 * an IPv6 address, because every home and phone has a whole /64.
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
