'use client'

import { RotateCw } from 'lucide-react'
import { ChangesPill } from '@/components/admin/data/changes-pill'
import { FilterChips } from '@/components/admin/data/filter-chips'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useConfirmedAction } from '@/components/admin/data/use-asked'
import { useSteadyRows } from '@/components/admin/data/use-steady-rows'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { FilterSelect } from '@/components/ui/filter-select'
import { formatNumber } from '@/components/ui/grouped'
import { Notice } from '@/components/ui/notice'
import { SearchField } from '@/components/ui/search-field'
import { api } from '@/lib/api-client/client'
import {
  MAIL_STATES,
  MAIL_TEMPLATES,
  type MailState,
  type MailTemplate,
  TEMPLATE_WORDS,
} from '@/lib/mail/rules'
import type { MailCounts, MailServiceState } from '@/lib/mail/schema'
import { formatTime } from '@/lib/time/zagreb'
import { BatchList } from './batch-list'
import { MailDialog } from './mail-dialog'
import { MailList, manyInState } from './mail-list'
import {
  isBusy,
  type MailFilter,
  useMailAddress,
  useMailCounts,
  useMailList,
  useMailService,
} from './use-mails'

/** The record of mail: what went out, what waits and what failed. */
export function MailsScreen() {
  const { filter, openId, setFilter, open, replaceOpen } = useMailAddress()
  const counts = useMailCounts()
  const busy = counts.data !== undefined && isBusy(counts.data)
  const list = useMailList(filter, busy)
  const service = useMailService(busy).data
  const { search, state, template, batch } = filter
  const isFiltered = search !== '' || [state, template, batch].some((chosen) => chosen !== null)
  const failed = counts.data?.failed ?? 0
  const question = [filter]
  const shown = useSteadyRows({
    question: list.isPlaceholderData ? null : JSON.stringify(question),
    pages: new Map([[0, list.data?.rows]]),
    total: list.data?.total ?? 0,
  })

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
        <ChangesPill changes={shown.changes} onShow={shown.show} />
        <ListState
          list={list}
          shown={shown.pages.get(0)}
          empty="Još nema pošte. Prvi mail nastaje kad blagajna proda prvu kartu."
          isFiltered={isFiltered || filter.page > 0}
          onClear={() => setFilter({ search: '', state: null, template: null, batch: null })}
        >
          {(rows, total) => (
            <MailList
              mails={rows}
              total={total}
              page={filter.page}
              isStale={list.isPlaceholderData}
              onPage={(page) => setFilter({ page })}
              onOpen={open}
            />
          )}
        </ListState>
      </div>
      {openId && <MailDialog key={openId} id={openId} onOther={replaceOpen} />}
    </>
  )
}

/** Why mail does not go out just now, if it does not. */
function ServiceNotice({ service }: { service: MailServiceState | undefined }) {
  if (service?.isSet === false)
    return (
      <Notice className="mb-5">
        Servis za slanje pošte nije postavljen: mailovi se pripremaju i bilježe, ali se ne šalju.
      </Notice>
    )
  if (!service?.pausedUntil) return null
  return (
    <Notice tone="error" className="mb-5">
      <p>{service.reason}</p>
      <p className="text-muted">Sva pošta čeka do {formatTime(service.pausedUntil)}.</p>
    </Notice>
  )
}

interface Props {
  filter: MailFilter
  counts: MailCounts | undefined
  onChange: (filter: Partial<MailFilter>) => void
}

/** States that are always offered; the others once there is a mail in one. */
const USUAL: MailState[] = ['queued', 'sent', 'failed']

/** Search, what kind of mail, and the states with how many mails are in each. */
function MailFilterBar({ filter, counts, onChange }: Props) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0)
  const states = MAIL_STATES.filter(
    (state) => USUAL.includes(state) || counts?.[state] || filter.state === state,
  )
  return (
    <div className="space-y-4">
      <div className="grid items-end gap-x-3 gap-y-4 md:grid-cols-[minmax(0,36rem)_15rem]">
        <SearchField
          label="Traži po imenu, adresi, predmetu ili kodu"
          value={filter.search}
          onSearch={(search) => onChange({ search })}
        />
        <FilterSelect
          label="Vrsta maila"
          all="Sve vrste"
          choices={MAIL_TEMPLATES.map((value) => ({ value, label: TEMPLATE_WORDS[value] }))}
          value={filter.template}
          onChoose={(template) => onChange({ template: template as MailTemplate | null })}
        />
      </div>
      <FilterChips
        legend="Stanje"
        choices={[
          { value: null, label: 'Svi', count: all },
          ...states.map((state) => ({
            value: state,
            label: manyInState(state),
            count: counts?.[state],
          })),
        ]}
        chosen={filter.state}
        onChange={(state) => onChange({ state: state as MailState | null })}
      />
    </div>
  )
}

/** Asks, then queues every failed mail anew. */
function ResendFailedButton({ failed }: { failed: number }) {
  const { ask, asked } = useConfirmedAction({
    call: () => api('POST', '/mailer/resend-failed'),
    invalidates: ['mails', 'reports'],
    successMessage: ({ queued, skipped }) =>
      `U redu za slanje: ${formatNumber(queued)}${skipped > 0 ? `, preskočeno: ${formatNumber(skipped)}` : ''}.`,
  })
  return (
    <>
      <Button onClick={ask}>
        <RotateCw aria-hidden="true" className="size-5" />
        Pošalji neuspjele ponovno
      </Button>
      <Confirm
        {...asked}
        question={`Neuspjelih mailova: ${formatNumber(failed)}. Poslati ih ponovno?`}
        yes="Pošalji"
      >
        <p>
          Svaki ide na adresu koja sada stoji uz gosta. Preskaču se poništene karte i gosti koji još
          nemaju adresu.
        </p>
      </Confirm>
    </>
  )
}
