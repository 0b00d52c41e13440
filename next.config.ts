import { resolve } from 'node:path'
import type { NextConfig } from 'next'

const securityHeaders = [
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'X-Frame-Options', value: 'SAMEORIGIN' },
  // No list of script sources: static pages bear inline scripts, and the ticket widget any it likes.
  {
    key: 'Content-Security-Policy',
    value: "base-uri 'self'; frame-ancestors 'self'",
  },
  { key: 'Referrer-Policy', value: 'strict-origin-when-cross-origin' },
  { key: 'Permissions-Policy', value: 'camera=(self), geolocation=(self), microphone=()' },
]

/** Their address holds the key of a sponsor's list, or a ticket: no referrer and no index may keep it. */
const secretAddresses = [
  '/sponzori/:path*',
  '/api/sponsors/public/:path*',
  '/admin/sponsors/:path*',
  '/admin/sponsors-add/:path*',
  '/api/wallet/:path*',
]
const secretHeaders = [
  { key: 'Referrer-Policy', value: 'no-referrer' },
  { key: 'X-Robots-Tag', value: 'noindex, nofollow' },
]

/**
 * Pages and what stands beside them: whoever keeps one asks each time whether it is still so,
 * by its etag. A cache in front cannot be told that a page has changed.
 */
const pages = '/((?!_next/|api/|admin|sponzori).*)'
const pageHeaders = [{ key: 'Cache-Control', value: 'public, max-age=0, must-revalidate' }]

/** The benchmark's own pages are built only for the benchmark. */
const isBench = process.env.BENCH_PAGES === '1'

const config: NextConfig = {
  distDir: process.env.BUILD_DIR || '.next',
  pageExtensions: isBench ? ['tsx', 'ts', 'bench.tsx', 'bench.ts'] : ['tsx', 'ts'],
  cacheComponents: true,
  cacheHandler: resolve('lib/cache/page-cache.mjs'),
  partialPrefetching: true,
  poweredByHeader: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['postgres', 'sharp'],
  // Pictures alone: anything else below this site is fetched as an image in vain.
  images: {
    formats: ['image/avif', 'image/webp'],
    localPatterns: [
      { pathname: '/api/images/**', search: '' },
      { pathname: '/art/**', search: '' },
    ],
  },
  rewrites: async () => ({
    /** Asked before the folder of static files, since the game is hidden with its page. */
    beforeFiles: [
      { source: '/game/:file*', destination: '/api/game/:file*' },
      { source: '/privola.pdf', destination: '/api/artwork/consent/document' },
    ],
    /** One page under both spellings: two folders would be one on a disk that ignores case. */
    afterFiles: [{ source: '/Satnica', destination: '/satnica' }],
    fallback: [],
  }),
  headers: async () => [
    { source: '/:path*', headers: securityHeaders },
    { source: pages, headers: pageHeaders },
    ...secretAddresses.map((source) => ({ source, headers: secretHeaders })),
  ],
}

export default config
