'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { ListState } from '@/components/admin/data/list-state'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { type Column, DataTable } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { PRIVILEGE_LABELS } from '@/lib/auth/rules'
import type { Key, NewKeyToken } from '@/lib/auth/schema'
import { formatAgo, formatDateTime } from '@/lib/time/zagreb'
import { EndKey } from './end-key'
import { KeyTokenDialog, NewKeyDialog } from './key-dialogs'

/** Screen of the keys of all admins, with which programs call the API (rule 9.18). */
export function KeysScreen() {
  const [isCreating, setCreating] = useState(false)
  const [createdKey, setCreatedKey] = useState<NewKeyToken | null>(null)
  const keys = useQuery({
    queryKey: ['sign-ins', 'keys'],
    queryFn: ({ signal }) => api('GET', '/users/keys', { signal }),
  })
  return (
    <>
      <ScreenHead title="Ključevi">
        <ButtonLink href="/admin/api">Pozivi za programe</ButtonLink>
        <Button look="primary" onClick={() => setCreating(true)}>
          <Plus aria-hidden="true" className="size-5" />
          Novi ključ
        </Button>
      </ScreenHead>
      <p className="mb-5 max-w-3xl text-muted">
        Ključem program radi u ime admina koji ga je izradio, i nikad ne smije više od njega.
        Zaboravljen ključ ukinite: program s njim odmah prestaje raditi.
      </p>
      <ListState list={keys} empty="Još nema ključeva. Prvi izradite gumbom gore.">
        {(rows, total) => (
          <DataTable
            caption={`Ključevi, ukupno ${formatNumber(total)}`}
            rows={rows}
            columns={COLUMNS}
            rowKey={({ id }) => id}
          />
        )}
      </ListState>
      {isCreating && (
        <NewKeyDialog
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false)
            setCreatedKey(key)
          }}
        />
      )}
      {createdKey && <KeyTokenDialog createdKey={createdKey} onClose={() => setCreatedKey(null)} />}
    </>
  )
}

const creatorName = ({ user }: Key) => user.name || user.email

/** Privilege of a key, with its effective privilege if its creator has less. */
function KeyPrivilege({ row }: { row: Key }) {
  const { privilege, effectivePrivilege, user } = row
  return (
    <span className="block min-w-0">
      <span className="block">{PRIVILEGE_LABELS[privilege]}</span>
      {effectivePrivilege !== privilege && (
        <span className="block text-sm text-stop">
          Sada: {PRIVILEGE_LABELS[effectivePrivilege]}, jer {creatorName(row)} ima privilegiju{' '}
          {PRIVILEGE_LABELS[user.privilege]}
        </span>
      )}
    </span>
  )
}

const COLUMNS: Column<Key>[] = [
  {
    key: 'name',
    label: 'Naziv',
    phone: 'heading',
    cell: ({ name }) => (
      <span className="block font-semibold break-words max-md:pr-24">{name}</span>
    ),
  },
  { key: 'privilege', label: 'Privilegija', cell: (row) => <KeyPrivilege row={row} /> },
  {
    key: 'user',
    label: 'Izrada',
    cell: (row) => (
      <span className="block min-w-0 text-sm max-md:text-right">
        <span className="block break-words">{creatorName(row)}</span>
        <span className="block text-muted">{formatDateTime(row.createdAt)}</span>
      </span>
    ),
  },
  {
    key: 'lastUsedAt',
    label: 'Zadnje korištenje',
    cell: ({ createdAt, lastUsedAt }) => (
      <span className="text-sm">
        {lastUsedAt === createdAt ? 'još nije' : formatAgo(lastUsedAt)}
      </span>
    ),
  },
  {
    key: 'expiresAt',
    label: 'Vrijedi do',
    cell: ({ expiresAt }) => <span className="text-sm">{formatDateTime(expiresAt)}</span>,
  },
  {
    key: 'end',
    label: 'Ukidanje',
    phone: 'corner',
    cell: ({ id, name, user }) => (
      <EndKey
        name={name}
        end={() =>
          api('DELETE', '/users/[id]/sign-ins/[signIn]', { params: { id: user.id, signIn: id } })
        }
      />
    ),
  },
]
