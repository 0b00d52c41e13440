import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { NextConfig } from 'next'
import { NOT_FOUND_HEADER, SECRET_HEADERS, SECRET_PATHS } from './lib/http/secret-paths'

/** Their address holds the key of a sponsor's list, or a ticket: no referrer and no index may keep it. */
const secretAddresses = [
  '/karta/:path+',
  '/sponzori/:path*',
  ...SECRET_PATHS.map((calls) => `${calls}:path*`),
  '/admin/sponsors/:path*',
  '/admin/sponsors-add/:path*',
]

/**
 * Pages and what stands beside them: whoever keeps one asks each time whether it is still so,
 * by its etag. A cache in front cannot be told that a page has changed.
 */
const pages = '/((?!_next/|api/|admin|sponzori|karta/.).*)'
const pageHeaders = [{ key: 'Cache-Control', value: 'public, max-age=0, must-revalidate' }]

const isNotThere = [{ type: 'header' as const, key: NOT_FOUND_HEADER }]

/** The benchmark's own pages are built only for the benchmark. */
const isBench = process.env.BENCH_PAGES === '1'

const distDir = process.env.BUILD_DIR || '.next'

const config: NextConfig = {
  distDir,
  // `npm test` checks the types, by the same compiler.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // A cache that only a later build reads: a clone that is built once saves the writing of it.
    turbopackFileSystemCacheForBuild: existsSync(join(distDir, 'made-from')),
  },
  pageExtensions: isBench ? ['tsx', 'ts', 'bench.tsx', 'bench.ts'] : ['tsx', 'ts'],
  cacheComponents: true,
  cacheHandler: resolve('lib/cache/page-cache.mjs'),
  partialPrefetching: true,
  poweredByHeader: false,
  // The server compresses responses itself (lib/server/compress-response.ts).
  compress: false,
  skipTrailingSlashRedirect: true,
  serverExternalPackages: ['postgres', 'prom-client', 'sharp'],
  // Pictures alone: anything else below this site is fetched as an image in vain.
  images: {
    formats: ['image/avif', 'image/webp'],
    // A drawing in flat colours shows no difference to more, and a first picture is a third lighter.
    qualities: [35, 60],
    // 672 is a phone's column at 360 px and two pixels each, and at 412 and one and three quarters.
    deviceSizes: [640, 672, 828, 1200, 1920],
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
      // What proxy.ts has found to be not there; no page is at /sponzori.
      { source: '/karta/:path+', has: isNotThere, destination: '/karta/nema' },
      { source: '/sponzori/:path+', has: isNotThere, destination: '/sponzori' },
    ],
    /** One page under both spellings: two folders would be one on a disk that ignores case. */
    afterFiles: [{ source: '/Satnica', destination: '/satnica' }],
    fallback: [],
  }),
  headers: async () => [
    { source: pages, headers: pageHeaders },
    { source: '/karta/:path+', headers: [{ key: 'Cache-Control', value: 'no-store' }] },
    ...secretAddresses.map((source) => ({ source, headers: SECRET_HEADERS })),
  ],
}

export default config
