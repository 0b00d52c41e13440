import { classes } from '@/components/ui/classes'
import { Pager } from '@/components/ui/pager'
import type { Mail } from '@/lib/mails/schema'
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
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        shown={mails.length}
        total={total}
        onPage={onPage}
        words={{ before: 'Noviji', after: 'Stariji' }}
      />
    </>
  )
}
