'use client'

import { useQuery } from '@tanstack/react-query'
import { QueryState } from '@/components/admin/data/list-state'
import { Panel } from '@/components/admin/data/panel'
import { useApiMutation } from '@/components/admin/data/use-write'
import { LabelledSwitch } from '@/components/ui/switch'
import { api } from '@/lib/api-client/client'

/** Switch that allows ticket sellers to add signed-up freshers to the list. */
export function DeskSettings() {
  const query = useQuery({
    queryKey: ['festival', 'desk'],
    queryFn: () => api('GET', '/festival'),
  })
  const { run, isPending } = useApiMutation({
    call: (deskAdds: boolean) => api('PUT', '/festival', { body: { deskAdds } }),
    invalidates: ['festival', 'activities'],
    successMessage: ({ deskAdds }) =>
      deskAdds === '1'
        ? 'Prodavači smiju dodati prijavljene na popis.'
        : 'Na popis dodaje samo administrator.',
  })
  const isOn = query.data?.deskAdds === '1'
  return (
    <Panel title="Prodajno mjesto" className="mt-8 max-w-2xl">
      <QueryState query={query} failed="Postavke prodajnog mjesta se ne mogu dohvatiti." />
      {query.data && (
        <LabelledSwitch
          label="Prodavači dodaju prijavljene na popis"
          note={
            isOn
              ? 'Studenta koji se prijavio, a nije na popisu, dodaje i prodavač.'
              : 'Studenta koji se prijavio, a nije na popisu, dodaje samo administrator.'
          }
          checked={isOn}
          pending={isPending}
          onChange={run}
          className="mt-3"
        />
      )}
    </Panel>
  )
}
