import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'

interface Props<Row> {
  list: UseQueryResult<{ rows: Row[]; total: number }>
  /** What is said before anything is there. */
  empty: ReactNode
  /** The spec's sentence for a list that cannot be had, before the server's own words. */
  failed?: string
  /** Something was searched or filtered for; then an empty list says that nothing fits. */
  isFiltered?: boolean
  onClear?: () => void
  children: (rows: Row[], total: number) => ReactNode
}

/** A list in each of its states: loading, failed (with another try), empty, or there. */
export function ListState<Row>(props: Props<Row>) {
  const { list, empty, failed, isFiltered, onClear, children } = props
  const { rows = [], total = 0 } = list.data ?? {}
  return (
    <>
      {list.isError && (
        <Notice tone="error" className="mb-4">
          <p>{failed ? `${failed} ${list.error.message}` : list.error.message}</p>
          <Button className="mt-3" pending={list.isFetching} onClick={() => list.refetch()}>
            Pokušaj ponovno
          </Button>
        </Notice>
      )}
      {list.isPending && (
        <p role="status" className="flex items-center gap-3 py-8 text-muted">
          <Spinner /> Učitavanje …
        </p>
      )}
      {rows.length > 0 && children(rows, total)}
      {list.isSuccess && rows.length === 0 && (
        <Notice>
          {isFiltered ? (
            <>
              <p>Ništa ne odgovara ovom odabiru.</p>
              {onClear && (
                <Button className="mt-3" onClick={onClear}>
                  Prikaži sve
                </Button>
              )}
            </>
          ) : (
            empty
          )}
        </Notice>
      )}
    </>
  )
}
