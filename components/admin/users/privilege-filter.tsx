'use client'

import { FilterChips } from '@/components/admin/data/filter-chips'
import { PRIVILEGE_ORDER, PRIVILEGE_WORDS } from '@/lib/auth/rules'
import { useUserCounts } from './use-user-counts'

interface Props {
  privilege: string | null
  onChange: (privilege: string | null) => void
}

/** Narrows the staff to one privilege, each with how many have it. */
export function PrivilegeFilter({ privilege, onChange }: Props) {
  const { data } = useUserCounts()
  const count = (of: number) => data?.counts.find((row) => row.privilege === of)?.count
  return (
    <FilterChips
      legend="Privilegija"
      chosen={privilege}
      onChange={onChange}
      choices={[
        { value: null, label: 'Svi', count: data?.total },
        ...PRIVILEGE_ORDER.map((of) => ({
          value: String(of),
          label: PRIVILEGE_WORDS[of] ?? '',
          count: count(of),
        })),
      ]}
    />
  )
}
