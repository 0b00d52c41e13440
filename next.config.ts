import type { NextConfig } from 'next'

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(self), geolocation=(self), microphone=()' },
]

/** The benchmark's own pages are built only for the benchmark. */
const isBench = process.env.BENCH_PAGES === '1'

const config: NextConfig = {
  distDir: process.env.BUILD_DIR || '.next',
  pageExtensions: isBench ? ['tsx', 'ts', 'bench.tsx', 'bench.ts'] : ['tsx', 'ts'],
  cacheComponents: true,
  partialPrefetching: true,
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['graphile-worker', 'postgres', 'sharp'],
  images: { formats: ['image/avif', 'image/webp'] },
  headers: async () => [{ source: '/:path*', headers: securityHeaders }],
}

export default config
