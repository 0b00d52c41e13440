// Plain JavaScript, because lib/cache/page-cache.mjs is loaded without the build.

const STATES = Symbol.for('brucosijada.states')

/**
 * Returns the state with this name, created once per process. Instrumentation, routes, `proxy.ts` and
 * the page cache are separate bundles, and each has its own copy of a module's variables.
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
