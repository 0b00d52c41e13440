'use client'

import { toast } from 'sonner'
import { Switch } from '@/components/ui/switch'
import { ApiError } from '@/lib/http/client'
import type { FlagName } from '@/lib/visibility/schema'
import { FLAG_LABELS } from './labels'
import { useSetVisibility } from './use-visibility'

/** One flag, saved the moment it is switched. */
export function FlagSwitch({ name, on }: { name: FlagName; on: boolean }) {
  const { save, isPending } = useSetVisibility(name)
  const { label, hint } = FLAG_LABELS[name]

  const change = (next: boolean) =>
    save(next ? '1' : '0', {
      onSuccess: () => toast.success(`${label}: ${next ? 'uključeno' : 'isključeno'}.`),
      onError: (error) =>
        toast.error(
          `${label}: promjena nije spremljena. ${error instanceof ApiError ? error.detail : ''}`,
        ),
    })

  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3 md:px-5">
      <p className="min-w-0">
        <span id={name} className="block font-semibold">
          {label}
        </span>
        <span id={`${name}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
      </p>
      <Switch
        labelledBy={name}
        describedBy={`${name}-hint`}
        checked={on}
        pending={isPending}
        onChange={change}
      />
    </li>
  )
}
