import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'

interface StateProps<Row> {
  list: UseQueryResult<{ rows: Row[]; total: number }>
  /**
   * Rows at the positions in which they are shown, if the list keeps them in place. Default: the
   * rows of `list`.
   */
  shown?: Row[]
  empty: ReactNode
  failed?: string
  /** Whether a search or a filter is set. An empty list then shows that no row matches. */
  isFiltered?: boolean
  onClear?: () => void
  children: (rows: Row[], total: number) => ReactNode
}

/**
 * Shows a list in each of its states: loading, failed (with a retry button), empty, or with rows.
 */
export function ListState<Row>(props: StateProps<Row>) {
  const { list, empty, failed, isFiltered, onClear, children } = props
  const { total = 0 } = list.data ?? {}
  const rows = props.shown ?? list.data?.rows ?? []
  return (
    <>
      <QueryState query={list} failed={failed} />
      {rows.length > 0 && children(rows, total)}
      {/* A page beyond the end of a list has no rows although the list is not empty. */}
      {list.isSuccess && rows.length === 0 && total === 0 && (
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

interface QueryProps {
  query: Pick<UseQueryResult, 'error' | 'isPending' | 'isFetching' | 'refetch'>
  failed?: string
}

/** Shows that a query is loading, or its error with a retry button. */
export function QueryState({ query, failed }: QueryProps) {
  const { error, isPending, isFetching, refetch } = query
  return (
    <>
      {error && (
        <Notice tone="error" className="mb-4">
          <p>{failed ? `${failed} ${error.message}` : error.message}</p>
          <Button className="mt-3" pending={isFetching} onClick={() => refetch()}>
            Pokušaj ponovno
          </Button>
        </Notice>
      )}
      {isPending && (
        <p role="status" className="flex items-center gap-3 py-8 text-muted">
          <Spinner /> Učitavanje …
        </p>
      )}
    </>
  )
}
