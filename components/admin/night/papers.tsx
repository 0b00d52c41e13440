import { ClipboardList } from 'lucide-react'
import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'

/** What of a night there is on paper and in files: the ways to it. */
export function Papers() {
  return (
    <Link href="/admin/night/handover" className={buttonClasses()}>
      <ClipboardList aria-hidden="true" className="size-5" />
      Primopredaja
    </Link>
  )
}
