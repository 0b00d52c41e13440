'use client'

import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { FilterChips } from '@/components/admin/data/filter-chips'
import { SearchedList, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { useConfirmedAction } from '@/components/admin/data/use-confirmed-action'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { FilterSelect } from '@/components/ui/filter-select'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import {
  MAIL_STATES,
  MAIL_TEMPLATES,
  type MailState,
  type MailTemplate,
  TEMPLATE_LABELS,
} from '@/lib/mail/rules'
import type { MailCounts, MailServiceState, Queued } from '@/lib/mail/schema'
import { formatTime } from '@/lib/time/zagreb'
import { BatchList } from './batch-list'
import { MailDialog } from './mail-dialog'
import { MailList, pluralStateLabel } from './mail-list'
import {
  hasPendingMails,
  pollingIntervalMs,
  useMailCounts,
  useMailService,
  useOpenedMail,
} from './use-mails'

/** Screen of all mails: sent, queued and failed. */
export function MailsScreen() {
  const address = useListAddress()
  const { openId, open, replaceOpen } = useOpenedMail()
  const counts = useMailCounts()
  const isBusy = counts.data !== undefined && hasPendingMails(counts.data)
  const service = useMailService(isBusy).data
  const failed = counts.data?.failed ?? 0
  const batch = address.filter('slanje')
  const filters = {
    state: MAIL_STATES.find((state) => state === address.filter('stanje')) ?? null,
    template: MAIL_TEMPLATES.find((template) => template === address.filter('vrsta')) ?? null,
    batch,
  }

  return (
    <>
      <ScreenHead title="Poslana pošta">{failed > 0 && <ResendFailedButton />}</ScreenHead>
      <ServiceNotice service={service} />
      <BatchList
        isPaused={Boolean(service?.pausedUntil)}
        shown={batch}
        onShow={(id) => address.setFilter('slanje', id)}
      />
      <SearchedList
        entity="mails"
        path="/mailer"
        search="Traži po imenu, adresi, predmetu ili kodu"
        filters={filters}
        filterControls={
          <MailFilters
            state={filters.state}
            template={filters.template}
            counts={counts.data}
            onChange={address.setFilter}
          />
        }
        pageSize={25}
        intervalMs={pollingIntervalMs(isBusy)}
        empty="Još nema pošte. Prvi mail nastaje kad blagajna proda prvu kartu."
        pagerLabels={{ before: 'Noviji', after: 'Stariji' }}
      >
        {({ rows, isStale }) => <MailList mails={rows} isStale={isStale} onOpen={open} />}
      </SearchedList>
      {openId && <MailDialog key={openId} id={openId} onShow={replaceOpen} />}
    </>
  )
}

/** Notice with the reason why no mail is being sent now. Renders nothing while mail is sent. */
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
  state: MailState | null
  template: MailTemplate | null
  counts: MailCounts | undefined
  onChange: (name: 'stanje' | 'vrsta', value: string | null) => void
}

/** Mail states that the filter always offers. Other states are offered only if a mail has them. */
const ALWAYS_OFFERED: MailState[] = ['queued', 'sent', 'failed']

/** Filters by kind of mail and by state, with the number of mails in each state. */
function MailFilters({ state, template, counts, onChange }: Props) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0)
  const states = MAIL_STATES.filter(
    (offered) => ALWAYS_OFFERED.includes(offered) || counts?.[offered] || state === offered,
  )
  return (
    <>
      <div className="md:max-w-60">
        <FilterSelect
          label="Vrsta maila"
          all="Sve vrste"
          choices={MAIL_TEMPLATES.map((value) => ({ value, label: TEMPLATE_LABELS[value] }))}
          value={template}
          onChoose={(chosen) => onChange('vrsta', chosen)}
        />
      </div>
      <FilterChips
        legend="Stanje"
        choices={[
          { value: null, label: 'Svi', count: all },
          ...states.map((offered) => ({
            value: offered,
            label: pluralStateLabel(offered),
            count: counts?.[offered],
          })),
        ]}
        chosen={state}
        onChange={(chosen) => onChange('stanje', chosen)}
      />
    </>
  )
}

/**
 * Button that counts the failed mails that may be sent again, and queues them after a confirmation.
 */
function ResendFailedButton() {
  const [counts, setCounts] = useState<Queued | null>(null)
  const count = useApiMutation({
    call: () => api('POST', '/mailer/resend-failed', { query: { preview: '1' } }),
    invalidates: [],
  })
  const { ask, confirmProps } = useConfirmedAction({
    call: () => api('POST', '/mailer/resend-failed'),
    invalidates: ['mails', 'reports'],
    successMessage: ({ queued, skipped }) =>
      `U redu za slanje: ${formatNumber(queued)}${skipped > 0 ? `, preskočeno: ${formatNumber(skipped)}` : ''}.`,
  })
  const hasAny = counts !== null && counts.queued > 0
  const countFailed = () =>
    count.run(undefined, {
      onSuccess: (result) => {
        setCounts(result)
        ask()
      },
    })
  return (
    <>
      <Button pending={count.isPending} onClick={countFailed}>
        {!count.isPending && <RotateCw aria-hidden="true" className="size-5" />}
        <span>Pošalji neuspjele ponovno</span>
      </Button>
      <Confirm
        {...confirmProps}
        question={
          hasAny
            ? `Neuspjelih mailova: ${formatNumber(counts.queued)}. Poslati ih ponovno?`
            : 'Nema neuspjelih mailova koje treba poslati ponovno.'
        }
        yes="Pošalji"
        canConfirm={hasAny}
      >
        <p>
          Svaki ide na adresu koja sada stoji uz gosta. Preskaču se poništene karte, gosti koji još
          nemaju adresu, mailovi koji su već poslani ponovno i adrese koje sponzor više nema.
        </p>
      </Confirm>
    </>
  )
}
