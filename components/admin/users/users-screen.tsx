'use client'

import { UserPlus } from 'lucide-react'
import { DeleteButton } from '@/components/admin/data/delete-button'
import { ExportButton } from '@/components/admin/data/export-button'
import { FilterChips } from '@/components/admin/data/filter-chips'
import { SearchedTable, useListAddress } from '@/components/admin/data/list'
import { ScreenHead } from '@/components/admin/data/screen-head'
import { ButtonLink } from '@/components/ui/button-link'
import type { Column } from '@/components/ui/data-table'
import { formatNumber } from '@/components/ui/format-number'
import { api } from '@/lib/api-client/client'
import { PRIVILEGE_LABELS, PRIVILEGE_ORDER } from '@/lib/auth/rules'
import type { GuestReads } from '@/lib/guests/access-log-schema'
import type { PrivilegeText, User } from '@/lib/users/schema'
import { SignInsOfUser } from './sign-ins'
import { useGuestReads, useMe, useUserCounts } from './use-users'
import { UserPrivilege } from './user-privilege'

/** Screen of the users and their privileges (rule 13.5). */
export function UsersScreen() {
  const { filter, setFilter } = useListAddress()
  const privilege = filter('privilegija') as PrivilegeText | null
  const me = useMe()
  const reads = useGuestReads()
  const { data } = useUserCounts()
  const countUsers = (value: number) => data?.counts.find((row) => row.privilege === value)?.count
  return (
    <>
      <ScreenHead title="Korisnici">
        <ExportButton
          file={(query) => api('GET', '/users/export', { query: { ...query, privilege } })}
        />
        <ButtonLink href="/admin/users-add" look="primary" icon={UserPlus}>
          Dodaj korisnika
        </ButtonLink>
      </ScreenHead>
      <SearchedTable
        entity="users"
        path="/users"
        search="Traži po imenu ili e-mailu"
        filters={{ privilege }}
        filterControls={
          <FilterChips
            legend="Privilegija"
            chosen={privilege}
            onChange={(next) => setFilter('privilegija', next)}
            choices={[
              { value: null, label: 'Svi', count: data?.total },
              ...PRIVILEGE_ORDER.map((value) => ({
                value: String(value),
                label: PRIVILEGE_LABELS[value] ?? '',
                count: countUsers(value),
              })),
            ]}
          />
        }
        empty="Nema nijednog korisnika."
        caption="Korisnici"
        columns={userColumns(me.data?.id, reads)}
      />
    </>
  )
}

/** Table columns of the users. `me` is the id of the current user. */
const userColumns = (
  me: number | undefined,
  reads: ReturnType<typeof useGuestReads>,
): Column<User>[] => [
  {
    key: 'name',
    label: 'Ime i e-mail',
    sortable: true,
    phone: 'heading',
    cell: (user) => <UserName user={user} isMe={user.id === me} />,
  },
  {
    key: 'privilege',
    label: 'Privilegija',
    phone: 'bare',
    cell: (user) => <UserPrivilege user={user} isMe={user.id === me} />,
  },
  {
    key: 'reads',
    label: 'Pregledano gostiju',
    cell: (user) => <Reads reads={reads.get(user.id)} />,
  },
  {
    key: 'delete',
    label: 'Prijave i brisanje',
    phone: 'corner',
    cell: (user) => (
      <span className="flex">
        <SignInsOfUser user={user} isMe={user.id === me} />
        <DeleteUser user={user} isMe={user.id === me} />
      </span>
    ),
  },
]

/**
 * Number of guests that a user has viewed today. It is marked if it is unusually high compared with
 * other users (rule 4.16).
 */
function Reads({ reads }: { reads: GuestReads[number] | undefined }) {
  if (!reads) return <span className="text-muted">–</span>
  return (
    <span className={reads.isUnusual ? 'font-bold text-stop' : undefined}>
      <span className="tabular-nums">{formatNumber(reads.guests)}</span>
      {reads.isUnusual && <span className="ml-2">neobično mnogo</span>}
    </span>
  )
}

function UserName({ user, isMe }: { user: User; isMe: boolean }) {
  return (
    <span className="block min-w-0">
      <span className="block font-semibold">
        <span>{user.name || <span className="text-muted">Još bez imena</span>}</span>
        {isMe && <span className="ml-2 text-sm font-normal text-muted">(vi)</span>}
      </span>
      <span className="block text-sm font-normal break-all text-muted">{user.email}</span>
    </span>
  )
}

function DeleteUser({ user, isMe }: { user: User; isMe: boolean }) {
  const userName = user.name || user.email
  return (
    <DeleteButton
      label={`Obriši korisnika ${userName}`}
      question={isMe ? 'Obrisati vlastiti račun?' : `Obrisati korisnika ${userName}?`}
      remove={() => api('DELETE', '/users/[id]', { params: { id: user.id } })}
      invalidates={['users']}
      successMessage={`Korisnik ${userName} je obrisan.`}
      onDone={isMe ? () => location.assign('/admin/logout') : undefined}
    >
      <p className="text-muted">
        {isMe
          ? 'Odmah ćete biti odjavljeni i više nećete moći raditi u upravi.'
          : 'Odmah gubi pristup upravi. Ako se ponovno prijavi, bit će bez privilegija.'}
      </p>
    </DeleteButton>
  )
}
