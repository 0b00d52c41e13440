import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Label for paths that belong to no page and no endpoint. */
const OTHER_ROUTE = 'other'

/** Static files: prefix of the path, and label. */
const FILES = [
  ['/_next/static/', '/_next/static'],
  ['/_next/image', '/_next/image'],
  ['/game/', '/game/[...file]'],
  ['/art/', '/art/[...file]'],
] as const

/** Creates a function that finds the route pattern of a path, by the rules of Next.js. */
export function createMatcher(patterns: readonly string[]): (path: string) => string {
  const fixedPaths = new Set(patterns.filter((pattern) => !pattern.includes('[')))
  const dynamic = patterns
    .filter((pattern) => pattern.includes('['))
    .map((pattern) => ({ pattern, parts: pattern.split('/') }))
    .sort((a, b) => patternRank(a.parts) - patternRank(b.parts) || b.parts.length - a.parts.length)
  return (address) => {
    const path = address.replace(/(?<=.)\/$/, '')
    if (fixedPaths.has(path)) return path
    const file = FILES.find(([start]) => path.startsWith(start))
    if (file) return file[1]
    const segments = path.split('/')
    return dynamic.find(({ parts }) => matchesParts(parts, segments))?.pattern ?? OTHER_ROUTE
  }
}

/** Sort key of patterns: those with fixed parts first, then with parameters, and catch-alls last. */
const patternRank = (parts: string[]) =>
  parts.reduce((sum, part) => sum + (part.startsWith('[...') ? 100 : part[0] === '[' ? 1 : 0), 0)

const matchesParts = (parts: string[], segments: string[]) =>
  (parts.length === segments.length || (isCatchAll(parts) && segments.length >= parts.length)) &&
  parts.every((part, i) => part.startsWith('[') || part === segments[i])

const isCatchAll = (parts: string[]) => parts.at(-1)?.startsWith('[...') ?? false

let match: ((path: string) => string) | undefined

/** Returns the route pattern of a page's path, or `other` if no page has this path. */
export function routeOf(path: string): string {
  match ??= createMatcher(builtPages())
  return match(path)
}

/** Returns the route patterns of all pages from the build, or none in development. */
export function builtPages(): string[] {
  try {
    const file = join(process.env.BUILD_DIR || '.next', 'app-path-routes-manifest.json')
    return [...new Set(Object.values(JSON.parse(readFileSync(file, 'utf8')) as object))]
  } catch {
    return []
  }
}
