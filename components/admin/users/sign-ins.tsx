'use client'

import { useQuery } from '@tanstack/react-query'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/http/client'
import { formatAgo, formatMoment } from '@/lib/time'
import type { User } from '@/lib/users/schema'

/** The way to where a person of the staff is signed in. */
export function SignInsOfUser({ user, isMe }: { user: User; isMe: boolean }) {
  const [open, setOpen] = useState(false)
  const who = user.name || user.email
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        aria-label={`Prijave korisnika ${who}`}
        title={`Prijave korisnika ${who}`}
        className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-panel-2 hover:text-text"
      >
        <MonitorSmartphone aria-hidden="true" className="size-5" />
      </button>
      <SignInsDialog
        open={open}
        onClose={() => setOpen(false)}
        title={isMe ? 'Moje prijave' : `Prijave: ${who}`}
        of={isMe ? null : user.id}
      />
    </>
  )
}

/** One's own, behind the burger. */
export function MySignIns() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="bare" onClick={() => setOpen(true)}>
        <MonitorSmartphone aria-hidden="true" className="size-5 text-muted" />
        Moje prijave
      </Button>
      <SignInsDialog open={open} onClose={() => setOpen(false)} title="Moje prijave" of={null} />
    </>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** Whose; null is whoever asks. */
  of: number | null
}

const OWN = '/auth/sign-ins'
const THEIRS = '/users/[id]/sign-ins'

function SignInsDialog({ open, onClose, title, of }: Props) {
  const isMe = of === null
  const list = useQuery({
    queryKey: ['sign-ins', of],
    queryFn: ({ signal }) =>
      isMe ? api('GET', OWN, { signal }) : api('GET', THEIRS, { params: { id: of }, signal }),
    select: ({ rows }) => rows,
    enabled: open,
    staleTime: 0,
  })
  const { run, isPending } = useWrite({
    call: () => (isMe ? api('DELETE', OWN) : api('DELETE', THEIRS, { params: { id: of } })),
    stale: ['sign-ins'],
    done: isMe ? 'Odjavljeni ste sa svih ostalih uređaja.' : 'Osoba je odjavljena sa svih uređaja.',
  })
  const canEnd = list.data?.some(({ current }) => !isMe || !current)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        canEnd && (
          <Button look="danger" pending={isPending} onClick={() => run()}>
            {isMe ? 'Odjavi ostale uređaje' : 'Odjavi sa svih uređaja'}
          </Button>
        )
      }
    >
      {list.isPending && (
        <p role="status" className="flex items-center gap-3 py-4 text-muted">
          <Spinner /> Učitavanje …
        </p>
      )}
      {list.error && <Notice tone="error">{list.error.message}</Notice>}
      {list.data?.length === 0 && <p className="text-muted">Trenutno nema nijedne prijave.</p>}
      <ul>
        {list.data?.map((signIn) => (
          <li key={signIn.id} className="border-t border-edge py-3 first:border-t-0">
            <p className="font-semibold">
              {signIn.device || 'Nepoznat uređaj'}
              {signIn.current && <span className="ml-2 font-normal text-muted">(ovaj uređaj)</span>}
            </p>
            <p className="text-sm text-muted">
              Prijava {formatMoment(signIn.createdAt)} · zadnje korištenje{' '}
              {formatAgo(signIn.lastUsedAt)} · vrijedi najdulje do {formatMoment(signIn.expiresAt)}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
