import { useEffect, useState } from 'react'
import { readPublic } from '@/lib/http/read-public'
import type { LineupItem } from '@/lib/lineup/schema'

/** Fields of a performer that the dialog shows and the grid does not have. */
type PerformerDetails = Pick<LineupItem, 'biography' | 'listenUrl'>

let request: Promise<Map<string, PerformerDetails>> | null = null

/**
 * Loads the biographies of all performers in one request, only once. After a failure the next call
 * requests them again.
 */
export function loadBiographies(): Promise<Map<string, PerformerDetails>> {
  request ??= readPublic<LineupItem[]>('/public/lineup').then(
    (rows) => new Map(rows.map((performer) => [performer.slug, performer])),
    (reason) => {
      request = null
      throw reason
    },
  )
  return request
}

/** Returns the biography of a performer: null while it loads, `failed` if the request failed. */
export function useBiography(slug: string): PerformerDetails | null | 'failed' {
  const [loaded, setLoaded] = useState<{
    slug: string
    details: PerformerDetails | 'failed'
  } | null>(null)
  useEffect(() => {
    let isCurrent = true
    const show = (details: PerformerDetails | 'failed') => isCurrent && setLoaded({ slug, details })
    loadBiographies().then(
      (performers) => show(performers.get(slug) ?? { biography: '', listenUrl: '' }),
      () => show('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [slug])
  return loaded?.slug === slug ? loaded.details : null
}
