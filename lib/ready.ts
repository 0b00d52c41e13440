/**
 * What this instance knows of itself. Kept on globalThis because the start hook and the
 * routes are built into separate bundles of one process.
 */
interface Readiness {
  /** Caches were made fresh after the start, so nothing of the build's is served any more. */
  cachesFresh: boolean
}

const kept = globalThis as { brucosijadaReadiness?: Readiness }

export function readiness(): Readiness {
  kept.brucosijadaReadiness ??= { cachesFresh: false }
  return kept.brucosijadaReadiness
}
