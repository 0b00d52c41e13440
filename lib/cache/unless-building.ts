/**
 * What a cached read answers during `next build`, where there is no database: the
 * defaults of a fresh festival. The start of an instance makes every tag stale.
 */
export async function unlessBuilding<T>(defaults: T, read: () => Promise<T>): Promise<T> {
  return process.env.NEXT_PHASE === 'phase-production-build' ? defaults : read()
}
