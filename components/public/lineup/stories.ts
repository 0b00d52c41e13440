import { useEffect, useState } from 'react'
import { readPublic } from '@/lib/http/read-public'
import type { LineupItem } from '@/lib/lineup/schema'

/** What a dialog tells besides what the wall knows already. */
type Story = Pick<LineupItem, 'biography' | 'listenUrl'>

let asked: Promise<Map<string, Story>> | null = null

/** Everybody's story by one call, made once; again after it has failed. */
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

/** Null while it is being asked for, `failed` where nobody answers. */
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
