import {
  ChartColumn,
  House,
  type LucideIcon,
  Mail,
  ScanLine,
  SlidersHorizontal,
  Ticket,
} from 'lucide-react'
import { type Duty, may } from '@/lib/auth/permissions'

export interface StaffScreen {
  href: string
  label: string
  /** What a person does there, for the large targets of the staff home. */
  does: string
  duty: Duty
  icon: LucideIcon
  /** Stands in the bar itself (spec section 2); the rest is behind the burger. */
  inBar?: boolean
}

/** Every staff screen there is, in the order of the menu (spec section 2). */
const SCREENS: StaffScreen[] = [
  {
    href: '/admin/guests',
    label: 'Brucoši',
    does: 'Prodaja karata po JMBAG-u',
    duty: 'tickets',
    icon: Ticket,
    inBar: true,
  },
  {
    href: '/admin/entry',
    label: 'Ulaz',
    does: 'Skeniranje karata i propuštanje gostiju',
    duty: 'entry',
    icon: ScanLine,
    inBar: true,
  },
  {
    href: '/admin/daily-report',
    label: 'Dnevni izvještaj',
    does: 'Prodane karte po danima',
    duty: 'admin',
    icon: ChartColumn,
  },
  {
    href: '/admin/visibility',
    label: 'Prikaz',
    does: 'Što posjetitelji vide na stranici',
    duty: 'admin',
    icon: SlidersHorizontal,
  },
  {
    href: '/admin/mails',
    label: 'Poslana pošta',
    does: 'Potvrde karata i što nije uspjelo',
    duty: 'admin',
    icon: Mail,
  },
]

export const HOME = { href: '/admin', label: 'Početna', icon: House }

/** Only what this person may open (decisions.md, People and privileges). */
export const screensFor = (privilege: number) => SCREENS.filter((s) => may(privilege, s.duty))

export const isCurrent = (href: string, path: string) =>
  path === href || (href !== HOME.href && path.startsWith(`${href}/`))
