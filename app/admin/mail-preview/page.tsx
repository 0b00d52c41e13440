import type { Metadata } from 'next'
import Link from 'next/link'
import { StaffPage } from '@/app/admin/staff-page'
import { MAIL_TEMPLATES, TEMPLATE_LABELS } from '@/lib/mail/rules'
import AdminNotFound from '../not-found'

export const metadata: Metadata = { title: 'Pregled predložaka' }

interface Props {
  searchParams: Promise<{ predlozak?: string; slike?: string; sirina?: string }>
}

/**
 * Shows each mail template with the `PreviewProps` of its file, for developers of the templates.
 * The page exists only in development (`npm run dev`); in production it is not found.
 */
export default function MailPreviewPage(props: Props) {
  if (process.env.NODE_ENV === 'production') return <AdminNotFound />
  return (
    <StaffPage permission="admin">
      <Preview {...props} />
    </StaffPage>
  )
}

async function Preview({ searchParams }: Props) {
  const { predlozak, slike = '1', sirina = '700' } = await searchParams
  const template = MAIL_TEMPLATES.find((name) => name === predlozak) ?? MAIL_TEMPLATES[0]
  // Imported here and not at the top, so that a production server does not load the renderer for
  // this page.
  const { previewMail } = await import('@/lib/mail/render')
  const mail = await previewMail(template)
  const html = slike === '1' ? mail.html : mail.html.replace(/(<img[^>]*?) src="[^"]*"/g, '$1')
  const hrefWith = (change: object) =>
    `?${new URLSearchParams({ predlozak: template, slike, sirina, ...change })}`
  const link = (label: string, change: object, isOn: boolean) => (
    <Link
      key={label}
      href={hrefWith(change)}
      aria-current={isOn ? 'true' : undefined}
      className="inline-flex min-h-11 items-center rounded-full border border-edge bg-panel px-4 font-semibold hover:bg-panel-2 aria-[current]:border-text aria-[current]:bg-text aria-[current]:text-ground"
    >
      {label}
    </Link>
  )
  return (
    <>
      <h1 className="mb-5 text-2xl font-bold">Pregled predložaka</h1>
      <nav aria-label="Predlošci" className="mb-3 flex flex-wrap gap-2">
        {MAIL_TEMPLATES.map((name) =>
          link(TEMPLATE_LABELS[name], { predlozak: name }, name === template),
        )}
      </nav>
      <nav aria-label="Prikaz" className="mb-5 flex flex-wrap gap-2">
        {link('Sa slikama', { slike: '1' }, slike === '1')}
        {link('Bez slika', { slike: '0' }, slike === '0')}
        {link('Računalo', { sirina: '700' }, sirina === '700')}
        {link('Mobitel', { sirina: '360' }, sirina === '360')}
      </nav>
      <p className="mb-3">
        <span className="text-muted">Predmet:</span> {mail.subject}
      </p>
      <div className="grid gap-5 xl:grid-cols-[auto_minmax(0,1fr)]">
        <iframe
          title="Izgled maila"
          sandbox=""
          srcDoc={html}
          style={{ width: Number(sirina) || 700, maxWidth: '100%' }}
          className="block h-[1100px] rounded-md border border-edge bg-white"
        />
        <pre className="rounded-md border border-edge bg-panel p-4 text-sm whitespace-pre-wrap break-words">
          {mail.text}
        </pre>
      </div>
    </>
  )
}
