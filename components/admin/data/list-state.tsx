import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'

interface StateProps<Row> {
  list: UseQueryResult<{ rows: Row[]; total: number }>
  /** The rows in the places in which they are shown, if the list keeps them there. */
  shown?: Row[]
  empty: ReactNode
  failed?: string
  /** Something was searched or filtered for; then an empty list says that nothing fits. */
  isFiltered?: boolean
  onClear?: () => void
  children: (rows: Row[], total: number) => ReactNode
}

/** A list in each of its states: loading, failed (with another try), empty, or there. */
export function ListState<Row>(props: StateProps<Row>) {
  const { list, empty, failed, isFiltered, onClear, children } = props
  const { total = 0 } = list.data ?? {}
  const rows = props.shown ?? list.data?.rows ?? []
  return (
    <>
      <QueryState query={list} failed={failed} />
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

interface QueryProps {
  query: Pick<UseQueryResult, 'error' | 'isPending' | 'isFetching' | 'refetch'>
  failed?: string
}

/** What is said of something that is not there yet, or cannot be had (with another try). */
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
