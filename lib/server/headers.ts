import type { Settings } from '@/lib/config/settings'

/**
 * What every answer of the site says to a browser, of page, file and call alike; what scripts a
 * page may run is said beside it (csp.ts). A window that we open keeps its way back to us, since a
 * shop's widget may pay in one; a window that opened us has none.
 */
export function securityHeaders({ PUBLIC_URL }: Pick<Settings, 'PUBLIC_URL'>) {
  return [
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
