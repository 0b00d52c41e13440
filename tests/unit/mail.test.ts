import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { ResendPart } from '@/components/admin/mails/mail-dialog'
import { renderMail } from '@/lib/mail/render'
import { MAX_ATTEMPTS, RESEND_REFUSALS, retryDelay } from '@/lib/mail/rules'
import type { WholeMail } from '@/lib/mail/schema'
import { qrPng } from '@/lib/qr/qr'
import { readQr } from '../support/read-qr'

const CODE = '6f1c7a52-9b1e-11f0-a3d4-bb3f5c0e9a71'
const edition = {
  name: 'Brucošijada',
  year: 2025,
  ordinal: 42,
  contactEmail: 'pitaj@primjer.hr',
  sponsorsEmail: '',
}
const ticket = { template: 'ticket-confirmation', name: 'Ivo Šarić', confCode: CODE }

describe('retryDelay', () => {
  it('grows from 3 s to an hour, and all attempts fit into 24 hours', () => {
    const waits = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, i) => retryDelay(i + 1))
    expect(waits.slice(0, 4)).toEqual([3, 9, 27, 81])
    expect(Math.max(...waits)).toBe(3600)
    expect(waits.reduce((a, b) => a + b)).toBeLessThan(24 * 3600)
  })

  it('is the delay that the provider requests, between a second and an hour', () => {
    expect([retryDelay(1, 40), retryDelay(9, 0), retryDelay(1, 90_000)]).toEqual([40, 1, 3600])
  })
})

// Rule 7.5: a resend has its own button.
describe('the dialog of a mail that cannot be sent again', () => {
  it.each([
    ['its ticket was returned', CODE, RESEND_REFUSALS.ticketReturned],
    ['its recipient was erased', null, RESEND_REFUSALS.recipientErased],
  ])('says that %s', (_, confCode, reason) => {
    const mail = { state: 'sent', resendable: false, confCode } as WholeMail
    const html = renderToStaticMarkup(createElement(ResendPart, { mail, onResent: vi.fn() }))
    expect(html).toContain(reason)
  })
})

describe('the ticket confirmation', () => {
  it('has a QR code that a scanner reads', async () => {
    const picture = await qrPng(CODE)
    expect(picture.readUInt32BE(16)).toBeGreaterThanOrEqual(400)
    expect(await readQr(picture)).toBe(CODE)
  })

  it('shows a hostile name as text', async () => {
    const { html } = await renderMail({ ...ticket, name: '<img src=x onerror=alert(1)>' }, edition)
    expect(html).not.toContain('<img src=x')
    expect(html).toContain('&lt;img src=x')
  })

  it('renders to the same mail every time', async () => {
    expect(await renderMail(ticket, edition)).toEqual(await renderMail(ticket, edition))
  })

  it('shows its edition, and a contact only if there is one', async () => {
    const mails = [edition, { ...edition, name: 'Noć Šumara', year: 2031, contactEmail: '' }].map(
      (shownEdition) => renderMail(ticket, shownEdition),
    )
    const [current, next] = await Promise.all(mails)
    expect(current?.subject).toBe('Tvoja karta je tu #Brucošijada2025')
    expect(next?.subject).toBe('Tvoja karta je tu #NoćŠumara2031')
    for (const part of ['html', 'text'] as const) {
      expect(current?.[part]).toContain('pitaj@primjer.hr')
      expect(next?.[part]).toContain('#NoćŠumara2031')
      expect(next?.[part]).not.toContain('Pitanja?')
    }
  })

  // Rule 3.23: a receipt is no fiscal bill, and says so.
  it('has a receipt, marked as no fiscal bill, only if its details contain a receipt', async () => {
    const paid = { id: 7, year: 2025, at: '2025-10-01T08:30:00Z', list: 'Brucoši' }
    const details = { receipt: { ...paid, way: 'cash', cents: 1050 } }
    const { html, text } = await renderMail({ ...ticket, details }, edition)
    const lines = [
      '2025-00007',
      '01.10.2025. 10:30',
      '10,50\u00a0€',
      'gotovinom',
      'ne fiskalni račun',
    ]
    for (const line of lines) {
      expect(text).toContain(line)
      expect(html).toContain(line)
    }
    expect((await renderMail(ticket, edition)).text).not.toContain('plaćanju')
  })

  it('refuses an unknown template', async () => {
    await expect(renderMail({ ...ticket, template: 'other' }, edition)).rejects.toThrow('other')
  })
})

describe('a mail to a sponsor', () => {
  it.each([
    ['sponsor-invitation', { guestCap: 20 }],
    ['sponsor-reminder', { guestCap: 20, listed: 7 }],
  ])('of the kind %s shows a deadline only if there is one', async (template, details) => {
    const mail = (deadline: string | null) =>
      renderMail(
        {
          template,
          name: 'Žarulja d.o.o.',
          confCode: null,
          link: 'https://primjer.hr/sponzori/x',
          details: { ...details, deadline },
        },
        edition,
      )
    const mentionsDeadline = /(isteka|Nakon) roka/
    const [withDeadline, withoutDeadline] = [
      await mail('2025-10-15T18:00:00.000Z'),
      await mail(null),
    ]
    for (const part of ['html', 'text'] as const) {
      expect(withDeadline[part]).toMatch(mentionsDeadline)
      expect(withoutDeadline[part]).not.toMatch(mentionsDeadline)
      expect(withoutDeadline[part]).toContain('bez roka')
    }
  })
})
