import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'

/** Loads the module again: each bundle of the build has its own copy of a module. */
async function loadInNewBundle() {
  vi.resetModules()
  return (await import('@/db/process-singleton.mjs')).processSingleton
}

it('every bundle of a process gets the state that the first bundle created', async () => {
  const [inRoute, inStartHook] = [await loadInNewBundle(), await loadInNewBundle()]
  expect(inRoute).not.toBe(inStartHook)
  const init = vi.fn(() => new Map())
  expect(inStartHook('test', init)).toBe(inRoute('test', init))
  expect(init).toHaveBeenCalledTimes(1)
  expect(inRoute('another test', init)).not.toBe(inRoute('test', init))
})

it('a state that could not be created is created at the next call', async () => {
  const processSingleton = await loadInNewBundle()
  const fail = () => {
    throw new Error('not yet')
  }
  expect(() => processSingleton('late test', fail)).toThrow('not yet')
  expect(processSingleton('late test', () => undefined)).toBeUndefined()
  expect(processSingleton('late test', fail)).toBeUndefined()
})

const PRODUCT = ['app', 'db', 'emails', 'lib', 'instrumentation.ts', 'proxy.ts', 'server.ts']

const sources = () =>
  PRODUCT.flatMap((part) =>
    part.includes('.')
      ? [part]
      : readdirSync(part, { recursive: true, encoding: 'utf8' }).map((file) => join(part, file)),
  ).filter((file) => /\.(ts|tsx|mjs)$/.test(file))

it('no other module of the server keeps state on the global object', () => {
  const found = sources().filter((file) =>
    /\bglobalThis\b|\bglobal\./.test(readFileSync(file, 'utf8')),
  )
  expect(found).toEqual(['db/process-singleton.mjs'])
})

it('only the page cache shares names of singletons with other modules', () => {
  const owners = new Map<string, string[]>()
  for (const file of sources())
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /processSingleton\(\s*'([^']+)'/g,
    ))
      owners.set(name, [...(owners.get(name) ?? []), file])
  expect(owners.size).toBeGreaterThan(20)
  const shared = [...owners].filter(([, files]) => files.length > 1)
  expect(Object.fromEntries(shared)).toEqual({
    'tag-changes': ['lib/cache/page-cache.mjs', 'lib/cache/tags.ts'],
    requests: ['lib/cache/page-cache.mjs', 'lib/log/request-context.ts'],
    'page-renders': ['lib/cache/page-cache.mjs', 'lib/cache/tags.ts'],
    'page-cache-counts': ['lib/cache/page-cache.mjs', 'lib/metrics/registry.ts'],
  })
})
