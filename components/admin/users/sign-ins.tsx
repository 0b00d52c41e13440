'use client'

import { useQuery } from '@tanstack/react-query'
import { KeySquare, MonitorSmartphone, SmartphoneNfc } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '@/components/admin/data/use-write'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { IconButton } from '@/components/ui/icon-button'
import { Notice } from '@/components/ui/notice'
import { Spinner } from '@/components/ui/spinner'
import { api } from '@/lib/api-client/client'
import { PRIVILEGE_LABELS, UNKNOWN_DEVICE } from '@/lib/auth/rules'
import type { SignIn } from '@/lib/auth/schema'
import { formatAgo, formatMoment } from '@/lib/time/zagreb'
import type { User } from '@/lib/users/schema'
import { EndKey } from './end-key'

/** Button that shows the sign-ins of a user. */
export function SignInsOfUser({ user, isMe }: { user: User; isMe: boolean }) {
  const [open, setOpen] = useState(false)
  const userName = user.name || user.email
  return (
    <>
      <IconButton
        icon={MonitorSmartphone}
        label={`Prijave korisnika ${userName}`}
        onClick={() => setOpen(true)}
      />
      <SignInsDialog
        open={open}
        onClose={() => setOpen(false)}
        title={isMe ? 'Moje prijave' : `Prijave: ${userName}`}
        userId={isMe ? null : user.id}
      />
    </>
  )
}

/** Menu entry that shows the sign-ins of the current user. */
export function MySignIns() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button look="bare" onClick={() => setOpen(true)}>
        <MonitorSmartphone aria-hidden="true" className="size-5 text-muted" />
        Moje prijave
      </Button>
      <SignInsDialog
        open={open}
        onClose={() => setOpen(false)}
        title="Moje prijave"
        userId={null}
      />
    </>
  )
}

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** Id of the user; null means the current user. */
  userId: number | null
}

const OWN_PATH = '/auth/sign-ins'
const USER_PATH = '/users/[id]/sign-ins'

/** Keys of the queries to reload after a sign-in is ended. The gate board shows the devices too. */
const INVALIDATED = ['sign-ins', 'gates']

/** API requests for the sign-ins of the current user (`userId` is null) or of another user. */
const signInRequests = (userId: number | null) =>
  userId === null
    ? {
        list: (signal: AbortSignal) => api('GET', OWN_PATH, { signal }),
        endOne: (id: string) => api('DELETE', `${OWN_PATH}/[id]`, { params: { id } }),
        endAll: () => api('DELETE', OWN_PATH),
      }
    : {
        list: (signal: AbortSignal) => api('GET', USER_PATH, { params: { id: userId }, signal }),
        endOne: (signIn: string) =>
          api('DELETE', `${USER_PATH}/[signIn]`, { params: { id: userId, signIn } }),
        endAll: () => api('DELETE', USER_PATH, { params: { id: userId } }),
      }

const deviceName = ({ device }: SignIn) => device || UNKNOWN_DEVICE

/**
 * Dialog with the sign-ins of a user, including the phones at gates and, apart, the keys of
 * programs. They are ended one by one or all at once.
 */
function SignInsDialog({ open, onClose, title, userId }: Props) {
  const isMe = userId === null
  const requests = signInRequests(userId)
  const list = useQuery({
    queryKey: ['sign-ins', userId],
    queryFn: ({ signal }) => requests.list(signal),
    select: ({ rows }) => rows,
    enabled: open,
    staleTime: 0,
  })
  const keys = list.data?.filter(({ keyName }) => keyName !== null) ?? []
  const devices = list.data?.filter(({ keyName }) => keyName === null) ?? []
  const endAll = useApiMutation({
    call: requests.endAll,
    invalidates: INVALIDATED,
    successMessage: [
      isMe ? 'Odjavljeni ste sa svih ostalih uređaja.' : 'Osoba je odjavljena sa svih uređaja.',
      ...(keys.length > 0 ? ['Ključevi su ukinuti.'] : []),
    ].join(' '),
  })
  const endOne = useApiMutation({
    call: ({ id }: SignIn) => requests.endOne(id),
    invalidates: INVALIDATED,
    successMessage: (_, signIn) => `${deviceName(signIn)}: odjavljeno.`,
  })
  const isCurrent = ({ current }: SignIn) => isMe && current
  const canEnd = list.data?.some((signIn) => !isCurrent(signIn))
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      footer={
        canEnd && (
          <Button look="danger" pending={endAll.isPending} onClick={() => endAll.run()}>
            {[
              isMe ? 'Odjavi ostale uređaje' : 'Odjavi sa svih uređaja',
              ...(keys.length > 0 ? ['i ukini ključeve'] : []),
            ].join(' ')}
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
        {devices.map((signIn) => (
          <Device
            key={signIn.id}
            signIn={signIn}
            isPending={endOne.pending?.id === signIn.id}
            onEnd={isCurrent(signIn) ? null : () => endOne.run(signIn)}
          />
        ))}
      </ul>
      {keys.length > 0 && (
        <section aria-label="Ključevi programa" className="mt-4">
          <h3 className="font-bold">Ključevi programa</h3>
          <ul>
            {keys.map((key) => (
              <KeyItem key={key.id} signIn={key} end={() => requests.endOne(key.id)} />
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  )
}

function KeyItem({ signIn, end }: { signIn: SignIn; end: () => Promise<unknown> }) {
  const { keyName, keyPrivilege, createdAt, lastUsedAt, expiresAt } = signIn
  return (
    <li className="flex items-start gap-3 border-t border-edge py-3 first:border-t-0">
      <KeySquare aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{keyName}</p>
        <p className="text-sm">{PRIVILEGE_LABELS[keyPrivilege ?? 0]}</p>
        <p className="text-sm text-muted">
          {lastUsedAt === createdAt
            ? 'Još nije korišten'
            : `Zadnje korištenje ${formatAgo(lastUsedAt)}`}
        </p>
        <p className="text-sm text-muted">
          Od {formatMoment(createdAt)}, vrijedi do {formatMoment(expiresAt)}
        </p>
      </div>
      <EndKey name={keyName ?? ''} end={end} />
    </li>
  )
}

interface DeviceProps {
  signIn: SignIn
  isPending: boolean
  /** Ends the sign-in. Null for the current sign-in, which is ended in the menu. */
  onEnd: (() => void) | null
}

function Device({ signIn, isPending, onEnd }: DeviceProps) {
  const { isOffice, gate, current, createdAt, lastUsedAt, expiresAt } = signIn
  const Icon = isOffice && gate === null ? MonitorSmartphone : SmartphoneNfc
  return (
    <li className="flex items-start gap-3 border-t border-edge py-3 first:border-t-0">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">
          {deviceName(signIn)}
          {current && (
            <span className="ml-2 inline-block rounded-full bg-panel-2 px-2 text-sm">
              ova prijava
            </span>
          )}
        </p>
        {gate !== null && (
          <p className="text-sm break-words">
            Na ulazu „{gate}”<span>{!isOffice && ', bez prijave u upravu'}</span>
          </p>
        )}
        <p className="text-sm text-muted">Zadnje korištenje {formatAgo(lastUsedAt)}</p>
        <p className="text-sm text-muted">
          Od {formatMoment(createdAt)}, vrijedi najdulje do {formatMoment(expiresAt)}
        </p>
      </div>
      {onEnd && (
        <Button
          pending={isPending}
          onClick={onEnd}
          aria-label={`Odjavi: ${deviceName(signIn)}, od ${formatMoment(createdAt)}`}
        >
          Odjavi
        </Button>
      )}
    </li>
  )
}
