'use client'

import { ScreenHead } from '@/components/admin/data/screen-head'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { BatchList } from './batch-list'
import { MailDialog } from './mail-dialog'
import { MailFilterBar } from './mail-filter'
import { MailList } from './mail-list'
import { ResendFailedButton } from './resend-failed-button'
import { ServiceNotice } from './service-notice'
import { useMailAddress } from './use-mail-address'
import { isBusy, useMailCounts, useMailList, useMailService } from './use-mails'

/** The record of mail: what went out, what waits and what failed. */
export function MailsScreen() {
  const { filter, openId, setFilter, open, replaceOpen } = useMailAddress()
  const counts = useMailCounts()
  const busy = counts.data !== undefined && isBusy(counts.data)
  const list = useMailList(filter, busy)
  const service = useMailService(busy).data
  const { rows = [], total = 0 } = list.data ?? {}
  const { search, state, template, batch } = filter
  const isFiltered = search !== '' || [state, template, batch].some((chosen) => chosen !== null)
  const failed = counts.data?.failed ?? 0

  return (
    <>
      <ScreenHead title="Poslana pošta">
        {failed > 0 && <ResendFailedButton failed={failed} />}
      </ScreenHead>
      <ServiceNotice service={service} />
      <BatchList
        isPaused={Boolean(service?.pausedUntil)}
        shown={batch}
        onShow={(id) => setFilter({ batch: id })}
      />
      <MailFilterBar filter={filter} counts={counts.data} onChange={setFilter} />
      <div className="mt-5">
        {list.isError && (
          <Notice tone="error" className="mb-4">
            <p>{list.error.message}</p>
            <Button className="mt-3" pending={list.isFetching} onClick={() => list.refetch()}>
              Pokušaj ponovno
            </Button>
          </Notice>
        )}
        {list.isPending && (
          <p role="status" className="flex items-center gap-3 py-8 text-muted">
            <Spinner /> Učitavanje pošte …
          </p>
        )}
        {rows.length > 0 && (
          <MailList
            mails={rows}
            total={total}
            page={filter.page}
            isStale={list.isPlaceholderData}
            onPage={(page) => setFilter({ page })}
            onOpen={open}
          />
        )}
        {list.isSuccess && rows.length === 0 && (
          <Nothing
            isFiltered={isFiltered || filter.page > 0}
            onClear={() => setFilter({ search: '', state: null, template: null, batch: null })}
          />
        )}
      </div>
      {openId && <MailDialog key={openId} id={openId} onOther={replaceOpen} />}
    </>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return <Notice>Još nema pošte. Prvi mail nastaje kad blagajna proda prvu kartu.</Notice>
  return (
    <Notice>
      <p>Nijedan mail ne odgovara ovom odabiru.</p>
      <Button className="mt-3" onClick={onClear}>
        Prikaži sve
      </Button>
    </Notice>
  )
}
