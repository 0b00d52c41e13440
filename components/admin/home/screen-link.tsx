import { ChevronRight } from 'lucide-react'
import Link from 'next/link'
import type { StaffScreen } from '@/components/admin/frame/pages'

/** A screen as a large target, for whom has few. */
export function ScreenLink({ screen: { href, label, does, icon: Icon } }: { screen: StaffScreen }) {
  return (
    <Link
      href={href}
      className="flex min-h-22 items-center gap-4 rounded-lg border border-edge bg-panel p-4 hover:bg-panel-2"
    >
      <Icon aria-hidden="true" className="size-7 shrink-0 text-accent" />
      <span className="min-w-0 flex-1">
        <span className="block text-lg font-bold">{label}</span>
        <span className="block text-sm text-muted">{does}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </Link>
  )
}
