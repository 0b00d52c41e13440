'use client'

import { useWrite } from '@/components/admin/data/use-write'
import { fullName } from '@/components/admin/gate/guest-facts'
import type { Guest } from '@/lib/guests/schema'
import { api } from '@/lib/http/client'
import { formatDateTime } from '@/lib/time'
import { SwitchLine } from './switch-line'
import { GUESTS } from './use-guests'

/** Whether the guest is inside, corrected without a scan. */
export function PresenceSwitch({ guest }: { guest: Guest }) {
  const { run, isPending } = useWrite({
    call: (isInside: boolean) =>
      api('PUT', '/guests/[id]', {
        params: { id: guest.id },
        body: { entered: isInside ? '1' : '0', seen: { entered: guest.entered } },
      }),
    stale: [GUESTS],
    done: (after) => `${fullName(after)}: ${after.entered === '1' ? 'unutra' : 'vani'}.`,
  })
  return (
    <SwitchLine
      label="Ulaz"
      state={guest.enteredTime ? `Unutra od ${formatDateTime(guest.enteredTime)}` : 'Vani'}
      checked={guest.entered === '1'}
      pending={isPending}
      onChange={run}
    />
  )
}
