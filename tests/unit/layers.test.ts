import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, it } from 'vitest'

/**
 * Folders of lib by layer, one layer per line, the lowest layer first. A folder imports only from
 * the lines above its own.
 */
const LAYERS = [
  'text time log instance qr',
  'students config jobs map',
  'cache live metrics',
  'http',
  'auth admission images phase spreadsheet health server',
  'api activities',
  'crud artwork festival cash people sign-ins signups tags webhooks column-choice',
  'band-contacts price-list translations',
  'emails',
  'mail visibility',
  'guests programme sponsors leaderboard reports',
  'gate tickets lineup users search history',
  'night wallet openapi',
  'site editions',
  'endpoints',
  'api-client background',
].map((line) => line.split(' '))

const lineOf = (folder: string) => LAYERS.findIndex((line) => line.includes(folder))

/**
 * Folders that each part of the product may import besides itself. Scripts and tests may import
 * all.
 */
const PARTS: Record<string, string[]> = {
  app: ['components', 'emails', 'lib', 'db'],
  components: ['lib', 'db/catalogue'],
  lib: ['db', 'emails', 'public/game'],
  emails: ['lib'],
  db: [],
  'db/seed': ['db', 'lib'],
  scripts: ['app', 'components', 'emails', 'lib', 'db'],
}

const IMPORT =
  /(?:\bfrom|\bimport) '([^']+)'|\bimport\('([^']+)'\)|new URL\('([^']+)', import\.meta\.url\)/g

/**
 * Lists the files of the project that a file imports, as paths from the root. Type imports count.
 */
function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap((match) => {
    const path = match.slice(1).find(Boolean) ?? ''
    if (path.startsWith('@/')) return path.slice(2)
    return path.startsWith('.') ? relative('', join(dirname(file), path)) : []
  })
}

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))

const isWithin = (path: string, folder: string) => path.startsWith(`${folder}/`)

/** Returns the folder of lib that contains a file, or `emails`, which counts as such a folder. */
function folderOf(path: string): string {
  const [top = '', folder = ''] = path.split('/')
  return top === 'lib' ? folder : top
}

/** Returns the reason why one file may not import another; null if it may. */
function refusal(file: string, imported: string): string | null {
  const part = isWithin(file, 'db/seed') ? 'db/seed' : (file.split('/')[0] as string)
  const isOwn = isWithin(imported, part) || imported.startsWith('package.json')
  if (!isOwn && !PARTS[part]?.some((other) => isWithin(imported, other)))
    return `${part} imports none of ${imported}`
  const [from, to] = [folderOf(file), folderOf(imported)]
  if (from === to || lineOf(from) < 0 || lineOf(to) < 0) return null
  return lineOf(to) < lineOf(from) ? null : `lib/${from} stands no higher than lib/${to}`
}

const problems = Object.keys(PARTS)
  .filter((part) => part !== 'db/seed')
  .flatMap(filesOf)
  .flatMap((file) =>
    importsOf(file).flatMap((imported) => {
      const reason = refusal(file, imported)
      return reason ? `${file} imports ${imported}: ${reason}` : []
    }),
  )

it('imports go downwards, between the parts of the product and between the folders of lib', () => {
  expect(problems).toEqual([])
})

it('lib contains exactly the folders of the layers, each in one layer', () => {
  const listed = LAYERS.flat().filter((folder) => folder !== 'emails')
  expect(readdirSync('lib').sort()).toEqual(listed.sort())
  expect(existsSync('lib/index.ts')).toBe(false)
})

it.each([
  ['lib/text/fold.ts', 'lib/guests/rules'],
  ['lib/guests/rules.ts', 'lib/sponsors/rules'],
  ['lib/guests/rules.ts', 'app/layout'],
  ['db/pool.ts', 'lib/config/settings'],
  ['components/ui/button.tsx', 'db/pool'],
  ['emails/frame.tsx', 'lib/mail/send'],
  ['scripts/start.ts', 'tests/support/temp-dir'],
])('%s may not import %s', (file, imported) => {
  expect(refusal(file, imported)).not.toBeNull()
})
