import { ClipboardList, PackageOpen } from 'lucide-react'
import Link from 'next/link'
import { buttonClasses } from '@/components/ui/button'

const PAPERS = [
  { href: '/admin/night/handover', label: 'Primopredaja', icon: ClipboardList },
  { href: '/admin/night/pack', label: 'Pričuvni paket', icon: PackageOpen },
]

/** What of a night there is on paper and in files: the ways to it. */
export function Papers() {
  return PAPERS.map(({ href, label, icon: Icon }) => (
    <Link key={href} href={href} className={buttonClasses()}>
      <Icon aria-hidden="true" className="size-5" />
      {label}
    </Link>
  ))
}
