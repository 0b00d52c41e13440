'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { PanelList } from '@/components/admin/data/panel-list'
import { ProgressRow } from '@/components/admin/data/progress-line'
import { UndoButton } from '@/components/admin/data/undo-button'
import { useApiMutation } from '@/components/admin/data/use-write'
import { BulkJobs } from '@/components/admin/guests/bulk/job-list'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { formatMoment } from '@/lib/time/zagreb'
import type { UserImport } from '@/lib/users/schema'

const USERS = 'users'
const TITLE = 'Uvoz korisnika'

/** Imports of guests and of users in the last 60 minutes, each with its undo (rule 11.7). */
export function RecentImports() {
  const id = useId()
  const { data } = useQuery({
    queryKey: [USERS, 'imports'],
    queryFn: ({ signal }) => api('GET', '/users/imports', { signal }),
  })
  return (
    <>
      <BulkJobs heading="Nedavni uvozi gostiju" only="import" />
      {data && data.rows.length > 0 && (
        <section aria-labelledby={id} className="mb-4">
          <h2 id={id} className="mb-2 text-lg font-bold">
            Nedavni uvozi korisnika
          </h2>
          <PanelList>
            {data.rows.map((userImport) => (
              <UserImportRow key={userImport.id} userImport={userImport} />
            ))}
          </PanelList>
        </section>
      )}
    </>
  )
}

function UserImportRow({
  userImport: { id, at, undoUntil, createdBy, added, unchanged },
}: {
  userImport: UserImport
}) {
  const { run, isPending } = useApiMutation({
    call: () => api('POST', '/users/imports/[id]/undo', { params: { id } }),
    invalidates: [USERS],
    successMessage: ({ undone }) => `Poništeno: ${formatNumber(undone)}.`,
  })
  return (
    <ProgressRow
      icon={[CircleCheck, 'text-go']}
      title={TITLE}
      statusText={`gotovo ${formatMoment(at)}, uvezeno ${formatNumber(added)}`}
      by={createdBy}
      actionsClass="max-md:*:first:flex-1"
      actions={
        <UndoButton
          title={TITLE}
          until={undoUntil}
          count={unchanged}
          isPending={isPending}
          onUndo={(onDone) => run(undefined, { onSuccess: onDone })}
        >
          Dodani se korisnici brišu. Tko se u međuvremenu prijavio ili je promijenjen, ostaje.
        </UndoButton>
      }
    >
      {null}
    </ProgressRow>
  )
}
