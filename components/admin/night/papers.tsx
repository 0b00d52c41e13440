import { ClipboardList, PackageOpen } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button-link'

const PAPERS = [
  { href: '/admin/night/handover', label: 'Primopredaja', icon: ClipboardList },
  { href: '/admin/night/pack', label: 'Pričuvni paket', icon: PackageOpen },
]

/** What of a night there is on paper and in files: the ways to it. */
export function NightDocuments() {
  return PAPERS.map(({ href, label, icon: Icon }) => (
    <ButtonLink key={href} href={href} icon={Icon}>
      {label}
    </ButtonLink>
  ))
}
