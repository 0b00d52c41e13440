import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What no page and no call is: files, and addresses at which there is nothing. */
const OTHER = 'other'

/** Files that the framework and the site serve, by how their addresses begin. */
const FILES = [
  ['/_next/static/', '/_next/static'],
  ['/_next/image', '/_next/image'],
  ['/game/', '/game/[...file]'],
  ['/art/', '/art/[...file]'],
] as const

/** Finds the pattern of an address among these, as the framework would. */
export function matcher(patterns: readonly string[]): (path: string) => string {
  const exact = new Set(patterns.filter((pattern) => !pattern.includes('[')))
  const given = patterns
    .filter((pattern) => pattern.includes('['))
    .map((pattern) => ({ pattern, parts: pattern.split('/') }))
    .sort((a, b) => vague(a.parts) - vague(b.parts) || b.parts.length - a.parts.length)
  return (address) => {
    const path = address.replace(/(?<=.)\/$/, '')
    if (exact.has(path)) return path
    const file = FILES.find(([start]) => path.startsWith(start))
    if (file) return file[1]
    const asked = path.split('/')
    return given.find(({ parts }) => fits(parts, asked))?.pattern ?? OTHER
  }
}

/** Fixed parts come first, then those that are given, and what takes all the rest comes last. */
const vague = (parts: string[]) =>
  parts.reduce((sum, part) => sum + (part.startsWith('[...') ? 100 : part[0] === '[' ? 1 : 0), 0)

const fits = (parts: string[], asked: string[]) =>
  (parts.length === asked.length || (takesRest(parts) && asked.length >= parts.length)) &&
  parts.every((part, i) => part.startsWith('[') || part === asked[i])

const takesRest = (parts: string[]) => parts.at(-1)?.startsWith('[...') ?? false

let match: ((path: string) => string) | undefined

/** The pattern of a page's address, of those that were built; `other` for whatever is none. */
export function routeOf(path: string): string {
  match ??= matcher(builtPages())
  return match(path)
}

/** The patterns of all pages, as the build wrote them; none while the product is being written. */
export function builtPages(): string[] {
  try {
    const file = join(process.env.BUILD_DIR || '.next', 'app-path-routes-manifest.json')
    return [...new Set(Object.values(JSON.parse(readFileSync(file, 'utf8')) as object))]
  } catch {
    return []
  }
}
