import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { NextConfig } from 'next'
import { NOT_FOUND_HEADER, SECRET_HEADERS, SECRET_PATHS } from './lib/http/secret-paths'

/**
 * Paths whose URL contains a secret: the slug of a sponsor list, or a ticket code. Their headers
 * forbid referrers and search engine indexes.
 */
const secretAddresses = [
  '/karta/:path+',
  '/sponzori/:path*',
  ...SECRET_PATHS.map((calls) => `${calls}:path*`),
  '/admin/sponsors/:path*',
  '/admin/sponsors-add/:path*',
]

/**
 * Public pages and the files next to them. Every cache must revalidate them by ETag on each
 * request, because a cache in front of the server is not notified when a page changes.
 */
const pages = '/((?!_next/|api/|admin|sponzori|karta/.).*)'
const pageHeaders = [{ key: 'Cache-Control', value: 'public, max-age=0, must-revalidate' }]

const isNotThere = [{ type: 'header' as const, key: NOT_FOUND_HEADER }]

/** Whether the pages of the benchmark are built too. */
const isBench = process.env.BENCH_PAGES === '1'

const distDir = process.env.BUILD_DIR || '.next'

const config: NextConfig = {
  distDir,
  // The build does not check types, because `npm test` does so with the same compiler.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Only a later build reads this cache. It is written only if this folder was built before,
    // because a clone that is built once does not need it.
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
  // Allows only pictures, because other paths of this site cannot be converted as images.
  images: {
    formats: ['image/avif', 'image/webp'],
    // In a drawing with flat colours a higher quality makes no visible difference. The low one
    // makes the first picture a third smaller.
    qualities: [35, 60],
    // 672 px is the column width of a 360 px phone with pixel ratio 2, and of a 412 px phone with
    // 1.75.
    deviceSizes: [640, 672, 828, 1200, 1920],
    localPatterns: [
      { pathname: '/api/images/**', search: '' },
      { pathname: '/art/**', search: '' },
    ],
  },
  rewrites: async () => ({
    /**
     * Applied before static files are served, because the game is hidden together with its page.
     */
    beforeFiles: [
      { source: '/game/:file*', destination: '/api/game/:file*' },
      { source: '/privola.pdf', destination: '/api/artwork/consent/document' },
      // Requests that proxy.ts has marked as not found. /sponzori is no page, so the response is a
      // 404.
      { source: '/karta/:path+', has: isNotThere, destination: '/karta/nema' },
      { source: '/sponzori/:path+', has: isNotThere, destination: '/sponzori' },
    ],
    /**
     * One page for both spellings. Two folders would collide on a disk that ignores upper and lower
     * case.
     */
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
