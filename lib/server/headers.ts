import type { Settings } from '@/lib/config/settings'

/**
 * Returns the security headers of every response: pages, files and API. A page replaces the CSP by
 * its own (page-response.ts). The opener policy allows popups, because the shop's widget may open a
 * window for payment.
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

/** The gate uses the camera, and the map uses the location. The features below are denied. */
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
