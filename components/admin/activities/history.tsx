'use client'

import { useState } from 'react'
import { useList } from '@/components/admin/data/list'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { ActivityLine } from './activity-line'

const STEP = 10

interface Props {
  /** Kind of record, as named in the activity log. */
  entity: string
  id: number | string
}

/** Activity log of one record, newest first, for the screen of that record. */
export function History({ entity, id }: Props) {
  const [shown, setShown] = useState(STEP)
  // The query key starts with the entity, so a change of the record also reloads this list.
  const list = useList(entity, '/activities', {
    filters: { entity, entityId: String(id) },
    pageSize: shown,
  })
  const { rows = [], total = 0 } = list.data ?? {}
  return (
    <section aria-label="Povijest" className="rounded-lg border border-edge bg-panel">
      <h2 className="px-4 pt-4 pb-2 text-lg font-bold md:px-5">Povijest</h2>
      {list.isError && (
        <Notice tone="error" className="mx-4 mb-4 bg-panel-2">
          {list.error.message}
        </Notice>
      )}
      {list.isPending && (
        <p role="status" className="flex items-center gap-3 px-4 pb-4 text-muted md:px-5">
          <Spinner /> Učitavanje …
        </p>
      )}
      {list.isSuccess && rows.length === 0 && (
        <p className="px-4 pb-4 text-muted md:px-5">Još nema zabilježenih promjena.</p>
      )}
      <ul className="divide-y divide-edge">
        {rows.map((activity) => (
          <ActivityLine key={activity.id} activity={activity} isSubjectHidden />
        ))}
      </ul>
      {rows.length < total && (
        <div className="border-t border-edge p-3 text-center">
          <Button pending={list.isFetching} onClick={() => setShown(shown + STEP)}>
            Prikaži starije (još {formatNumber(total - rows.length)})
          </Button>
        </div>
      )}
    </section>
  )
}
