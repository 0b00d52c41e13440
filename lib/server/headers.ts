import type { Settings } from '@/lib/config/settings'

/**
 * The security headers of every response: pages, files and API alike. A page replaces the policy by its
 * own (page-response.ts). A window that we open keeps its opener, because the shop's widget may pay in
 * one; we give up ours.
 */
export function securityHeaders({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>, policy: string) {
  return [
    ['Content-Security-Policy', policy],
    ['X-Content-Type-Options', 'nosniff'],
    ['X-Frame-Options', 'SAMEORIGIN'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', PERMISSIONS],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(PUBLIC_URL.startsWith('https:')
      ? [['Strict-Transport-Security', 'max-age=63072000; includeSubDomains']]
      : []),
  ] as [name: string, value: string][]
}

/** The gate scans, the map shows where one stands; of the rest nothing is asked for. */
const PERMISSIONS = [
  'camera=(self)',
  'geolocation=(self)',
  ...[
    'accelerometer',
    'display-capture',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'serial',
    'usb',
  ].map((feature) => `${feature}=()`),
].join(', ')
