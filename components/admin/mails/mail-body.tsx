'use client'

import { Tabs } from 'radix-ui'
import { type SyntheticEvent, useMemo, useState } from 'react'
import { QR_CONTENT_ID } from '@/lib/mails/rules'
import type { WholeMail } from '@/lib/mails/schema'

const TAB =
  'min-h-11 flex-1 rounded-md px-3 font-semibold text-muted hover:text-text data-[state=active]:bg-panel data-[state=active]:text-text data-[state=active]:shadow-sm'

/** The mail's two parts: as the receiver sees it, and as plain text. */
export function MailBody({ mail }: { mail: WholeMail }) {
  if (mail.html === null)
    return <p className="mt-5 text-muted">Sadržaj nastaje kad mail dođe na red za slanje.</p>
  return (
    <Tabs.Root defaultValue="look" className="mt-5">
      <Tabs.List aria-label="Sadržaj maila" className="mb-3 flex gap-1 rounded-lg bg-panel-2 p-1">
        <Tabs.Trigger value="look" className={TAB}>
          Izgled
        </Tabs.Trigger>
        <Tabs.Trigger value="text" className={TAB}>
          Samo tekst
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="look">
        <MailFrame id={mail.id} html={mail.html} />
      </Tabs.Content>
      <Tabs.Content value="text">
        <pre className="rounded-md border border-edge p-4 font-sans whitespace-pre-wrap break-words">
          {mail.text}
        </pre>
      </Tabs.Content>
    </Tabs.Root>
  )
}

/**
 * The mail in a frame that runs no script and opens no link. The frame shares the page's
 * origin, because only then the browser hands out the QR code's picture and its height.
 */
function MailFrame({ id, html }: { id: string; html: string }) {
  const [height, setHeight] = useState(600)
  const source = useMemo(
    () =>
      html
        .replaceAll(`cid:${QR_CONTENT_ID}`, `/api/mailer/${id}/qr`)
        .replace('<head>', '<head><base target="_blank">'),
    [id, html],
  )
  const fit = ({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) =>
    setHeight(frame.contentDocument?.documentElement.scrollHeight ?? height)
  return (
    <iframe
      title="Mail kako ga vidi primatelj"
      sandbox="allow-same-origin"
      srcDoc={source}
      onLoad={fit}
      style={{ height }}
      className="block w-full rounded-md border border-edge"
    />
  )
}
