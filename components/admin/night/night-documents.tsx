import { ClipboardList, PackageOpen } from 'lucide-react'
import { ButtonLink } from '@/components/ui/button-link'

const DOCUMENTS = [
  { href: '/admin/night/handover', label: 'Primopredaja', icon: ClipboardList },
  { href: '/admin/night/pack', label: 'Pričuvni paket', icon: PackageOpen },
]

/** Links to the documents of the night: the handover report and the emergency lists. */
export function NightDocuments() {
  return DOCUMENTS.map(({ href, label, icon: Icon }) => (
    <ButtonLink key={href} href={href} icon={Icon}>
      {label}
    </ButtonLink>
  ))
}
