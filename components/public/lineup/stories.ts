import { useEffect, useState } from 'react'
import { readPublic } from '@/lib/http/read-public'
import type { LineupItem } from '@/lib/lineup/schema'

/** Fields of a performer that the dialog shows and the grid does not have. */
type Story = Pick<LineupItem, 'biography' | 'listenUrl'>

let asked: Promise<Map<string, Story>> | null = null

/**
 * Loads the biographies of all performers in one request, only once. After a failure the next call
 * requests them again.
 */
export function askStories(): Promise<Map<string, Story>> {
  asked ??= readPublic<LineupItem[]>('/public/lineup').then(
    (rows) => new Map(rows.map((one) => [one.slug, one])),
    (reason) => {
      asked = null
      throw reason
    },
  )
  return asked
}

/** Returns the biography of a performer: null while it loads, `failed` if the request failed. */
export function useBiography(slug: string): Story | null | 'failed' {
  const [told, setTold] = useState<{ slug: string; story: Story | 'failed' } | null>(null)
  useEffect(() => {
    let isWanted = true
    const tell = (story: Story | 'failed') => isWanted && setTold({ slug, story })
    askStories().then(
      (stories) => tell(stories.get(slug) ?? { biography: '', listenUrl: '' }),
      () => tell('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [slug])
  return told?.slug === slug ? told.story : null
}
