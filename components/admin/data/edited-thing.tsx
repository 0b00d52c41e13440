'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'

interface Props<Item> {
  /** Of the address; 0 is for something new (spec section 2). */
  slug: string
  noun: string
  /** Reads the list, narrowed to the one. */
  find: (
    query: { search: string; search_fields: 'slug' },
    signal: AbortSignal,
  ) => Promise<{ rows: Item[] }>
  /** The page of the form, to whose 0 an unknown slug leads (spec section 4). */
  page: string
  /** What is said when it cannot be had. */
  failed: string
  children: (item: Item | null) => ReactNode
}

/** Finds what a form's address is about, as it stands right now; null for something new. */
export function EditedThing<Item>({ slug, noun, find, page, failed, children }: Props<Item>) {
  const router = useRouter()
  const isNew = slug === '0'
  const { data, error, isFetching, refetch } = useQuery({
    // Apart from the lists: a write that makes those stale changes no form that is open.
    queryKey: ['edited', noun, slug],
    queryFn: async ({ signal }) => {
      const { rows } = await find({ search: slug, search_fields: 'slug' }, signal)
      return { item: rows[0] ?? null }
    },
    enabled: !isNew,
    // A form begins with what is stored now, not with what was there a minute ago.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isUnknown = data?.item === null

  useEffect(() => {
    if (isUnknown) router.replace(`${page}/0`)
  }, [isUnknown, page, router])

  if (isNew) return children(null)
  if (data?.item) return children(data.item)
  if (error && !data)
    return (
      <Notice tone="error">
        <p>
          {failed} {error.message}
        </p>
        <Button className="mt-3" pending={isFetching} onClick={() => refetch()}>
          Pokušaj ponovno
        </Button>
      </Notice>
    )
  return (
    <p role="status" className="flex items-center gap-3 py-8 text-muted">
      <Spinner /> Učitavanje …
    </p>
  )
}
