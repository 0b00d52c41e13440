// Plain JavaScript: the cache of pages (lib/cache/page-cache.mjs) is loaded from outside the build.

const STATES = Symbol.for('brucosijada.states')

/**
 * Returns the state of this name, made once per process. Instrumentation, routes, `proxy.ts` and
 * the cache of pages are separate bundles of a process, and a module's own variable exists in each.
 * @template T
 * @param {string} name
 * @param {() => T} init
 * @returns {T}
 */
export function processSingleton(name, init) {
  const holder = /** @type {{ [STATES]?: Map<string, unknown> }} */ (globalThis)
  holder[STATES] ??= new Map()
  const states = holder[STATES]
  if (!states.has(name)) states.set(name, init())
  return /** @type {T} */ (states.get(name))
}
