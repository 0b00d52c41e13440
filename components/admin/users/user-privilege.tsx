'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useWrite } from '@/components/admin/data/use-write'
import { Confirm } from '@/components/ui/confirm'
import { PRIVILEGE_WORDS } from '@/lib/auth/rules'
import { api } from '@/lib/http/client'
import type { User } from '@/lib/users/schema'
import { PrivilegeButtons } from './privilege-buttons'

/** Gives a person another privilege with one press; asks only whoever would give away their own. */
export function UserPrivilege({ user, isMe }: { user: User; isMe: boolean }) {
  const router = useRouter()
  const [asked, setAsked] = useState<number | null>(null)
  const who = user.name || user.email
  const { run, pending, isPending } = useWrite({
    call: (privilege: number) =>
      api('PUT', '/users/[id]', {
        params: { id: user.id },
        body: { privilege, seen: { privilege: user.privilege } },
      }),
    stale: ['users'],
    done: ({ privilege }) => `${who}: ${PRIVILEGE_WORDS[privilege]}.`,
  })

  const change = (privilege: number) =>
    run(privilege, {
      onSuccess: () => {
        setAsked(null)
        // The frame around shows what this person may open now.
        if (isMe) router.refresh()
      },
      onError: () => setAsked(null),
    })

  return (
    <>
      <PrivilegeButtons
        of={who}
        current={user.privilege}
        pending={pending}
        onChoose={isMe ? setAsked : change}
      />
      <Confirm
        open={asked !== null}
        question="Promijeniti vlastitu privilegiju?"
        yes="Promijeni"
        danger
        pending={isPending}
        onYes={() => asked !== null && change(asked)}
        onNo={() => setAsked(null)}
      >
        <p>
          Više nećete biti {PRIVILEGE_WORDS[user.privilege]}, nego {PRIVILEGE_WORDS[asked ?? 0]}, i
          ovu promjenu ne možete sami vratiti.
        </p>
      </Confirm>
    </>
  )
}
