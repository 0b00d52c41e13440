'use client'

import { Mail } from 'lucide-react'
import Link from 'next/link'
import { type FormEvent, useState } from 'react'
import { Panel } from '@/components/admin/data/panel'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Field } from '@/components/ui/field'
import { formatNumber } from '@/components/ui/format-number'
import { Notice } from '@/components/ui/notice'
import { api } from '@/lib/api-client/client'
import {
  BAD_RANGE,
  mailRangeBody,
  type QueuedRange,
  type MailRange as Range,
} from '@/lib/mail/schema'

const ENDS = [
  { end: 'start', label: 'Početni indeks' },
  { end: 'end', label: 'Završni indeks' },
] as const

/**
 * A range of guests with its numbers of mails: counted before the confirmation, or queued after it.
 */
interface RangeCounts {
  range: Range
  counts: QueuedRange
}

/**
 * Form that mails the tickets of the guests from one position to another (rules 7.6, 7.7 and 7.8).
 * It counts the mails first, asks for confirmation, and then shows how many were queued.
 */
export function MailRange() {
  const [typed, setTyped] = useState({ start: '', end: '' })
  const [error, setError] = useState<string | null>(null)
  const [toConfirm, setToConfirm] = useState<RangeCounts | null>(null)
  const [confirmed, setConfirmed] = useState<RangeCounts | null>(null)
  const count = useApiMutation({
    call: (range: Range) =>
      api('POST', '/mailer/send-range', { query: { preview: '1' }, body: range }),
    invalidates: [],
    errorMessage: null,
  })
  const send = useApiMutation({
    call: (range: Range) => api('POST', '/mailer/send-range', { body: range }),
    invalidates: ['mails', 'reports'],
    errorMessage: null,
  })

  function type(field: keyof typeof typed, value: string) {
    setTyped({ ...typed, [field]: value })
    setError(null)
    setConfirmed(null)
  }

  function ask(event: FormEvent) {
    event.preventDefault()
    setError(null)
    setConfirmed(null)
    const parsed = mailRangeBody.safeParse(typed)
    if (!parsed.success) return setError(BAD_RANGE)
    const range = parsed.data
    count.run(range, {
      onSuccess: (counts) => setToConfirm({ range, counts }),
      onError: ({ detail }) => setError(detail),
    })
  }

  const sendNow = ({ range }: RangeCounts) =>
    send.run(range, {
      onSuccess: (counts) => {
        setToConfirm(null)
        setConfirmed({ range, counts })
      },
      onError: ({ detail }) => {
        setToConfirm(null)
        setError(detail)
      },
    })

  return (
    <Panel title="Slanje karata e-mailom">
      <p className="mb-4 text-sm text-muted">
        Redni brojevi gostiju s kartom, od prvog do zadnjeg. Kome je karta već poslana ili čeka na
        slanje, preskače se.
      </p>
      <form onSubmit={ask} noValidate className="flex flex-wrap items-end gap-3">
        {ENDS.map(({ end, label }) => (
          <Field
            key={end}
            label={label}
            inputMode="numeric"
            autoComplete="off"
            className="w-32"
            value={typed[end]}
            onChange={(event) => type(end, event.target.value.trim())}
          />
        ))}
        <Button type="submit" look="primary" pending={count.isPending}>
          {!count.isPending && <Mail aria-hidden="true" className="size-4" />}
          <span>Send Emails</span>
        </Button>
      </form>
      <Notice tone="error" className="mt-4 bg-panel-2">
        {error}
      </Notice>
      {confirmed && (
        <Notice tone="success" className="mt-4 bg-panel-2">
          <p className="font-semibold">Za slanje: {formatNumber(confirmed.counts.queued)}.</p>
          <SkippedCounts counts={confirmed.counts} />
          <Link href="/admin/mails" className="mt-1 inline-block font-semibold underline">
            Prati slanje
          </Link>
        </Notice>
      )}
      <Confirm
        open={toConfirm !== null}
        question={question(toConfirm)}
        yes="Pošalji"
        canConfirm={toConfirm !== null && toConfirm.counts.queued > 0}
        pending={send.isPending}
        onYes={() => toConfirm && sendNow(toConfirm)}
        onNo={() => setToConfirm(null)}
      >
        {toConfirm && <SkippedCounts counts={toConfirm.counts} />}
      </Confirm>
    </Panel>
  )
}

const question = (toConfirm: RangeCounts | null) =>
  toConfirm?.counts.queued
    ? `Mailova s kartom: ${formatNumber(toConfirm.counts.queued)}. Poslati ih?`
    : 'Nema se što poslati.'

function SkippedCounts({ counts: { skipped, stopped, withoutAddress } }: { counts: QueuedRange }) {
  return (
    <ul className="text-muted">
      <li>Već poslano, zabilježeno ili čeka na slanje, preskače se: {formatNumber(skipped)}.</li>
      {stopped > 0 && (
        <li>
          Od toga čeka u zaustavljenom slanju: {formatNumber(stopped)}. Nastavite ga na stranici
          Poslana pošta.
        </li>
      )}
      {withoutAddress > 0 && <li>Bez e-mail adrese i JMBAG-a: {formatNumber(withoutAddress)}.</li>}
    </ul>
  )
}
