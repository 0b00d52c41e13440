/**
 * What this instance knows of itself. Kept on globalThis because the start hook and the
 * routes are built into separate bundles of one process.
 */
interface Life {
  /** Caches were made fresh after the start, so nothing of the build's is served any more. */
  cachesFresh: boolean
  /** It was told to end: it should be sent nobody any more. */
  leaving: boolean
  /** What was asked of the database last, and how it went. */
  ping?: Promise<unknown>
  write?: { asked: number; done: Promise<unknown> }
}

const kept = globalThis as { brucosijadaLife?: Life }
kept.brucosijadaLife ??= { cachesFresh: false, leaving: false }
export const life = kept.brucosijadaLife
/** How long the last that got in may need to ask, and the longest that requests may run on. */
