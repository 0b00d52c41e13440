import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { Mail } from '@/lib/mail/schema'
import { MailRow } from './mail-row'
import { PAGE_SIZE } from './use-mails'

interface Props {
  mails: Mail[]
  total: number
  page: number
  /** What is shown belongs to an earlier question. */
  isStale: boolean
  onPage: (page: number) => void
  onOpen: (id: string) => void
}

export function MailList({ mails, total, page, isStale, onPage, onOpen }: Props) {
  const first = page * PAGE_SIZE + 1
  return (
    <>
      <ul
        aria-label="Mailovi"
        aria-busy={isStale}
        className={classes(
          'divide-y divide-edge overflow-hidden rounded-lg border border-edge bg-panel',
          isStale && 'opacity-60',
        )}
      >
        {mails.map((mail) => (
          <MailRow key={mail.id} mail={mail} onOpen={() => onOpen(mail.id)} />
        ))}
      </ul>
      <nav aria-label="Stranice" className="mt-4 flex items-center justify-between gap-3">
        <Button onClick={() => onPage(page - 1)} disabled={page === 0}>
          <ChevronLeft aria-hidden="true" className="size-5" />
          <span className="max-sm:sr-only">Noviji</span>
        </Button>
        <p role="status" className="text-center text-sm text-muted tabular-nums">
          {first}–{first + mails.length - 1} od {total}
        </p>
        <Button onClick={() => onPage(page + 1)} disabled={first + mails.length > total}>
          <span className="max-sm:sr-only">Stariji</span>
          <ChevronRight aria-hidden="true" className="size-5" />
        </Button>
      </nav>
    </>
  )
}
