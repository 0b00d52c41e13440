import {
  Activity,
  BookUser,
  Braces,
  Building2,
  CalendarDays,
  ChartColumn,
  ClipboardList,
  CupSoda,
  DoorOpen,
  FileDown,
  FileUp,
  Flag,
  Handshake,
  History,
  House,
  Image as ImageIcon,
  KeyRound,
  KeySquare,
  Languages,
  LayoutGrid,
  type LucideIcon,
  Mail,
  Mic,
  MoonStar,
  PartyPopper,
  Phone,
  ScanLine,
  SlidersHorizontal,
  Tags,
  Ticket,
  Trophy,
  UserPlus,
  UserSearch,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { FilePath } from '@/lib/api-client/types'
import { hasPermission, type Permission } from '@/lib/auth/rules'

export interface StaffScreen {
  href: string
  label: string
  /** Croatian description of the screen, for the large links of the staff home. */
  does: string
  /** Permission needed to open the screen. Default: admin. */
  permission?: Permission
  icon: LucideIcon
  /**
   * Whether the bar itself has a link to the screen (rule 13.2). The burger menu has links to all.
   */
  inBar?: boolean
  /** API path, if the link downloads a file (Izvoz) instead of opening a screen. */
  file?: FilePath
  /** Link to the add form, next to the link to the list. */
  add?: { href: string; label: string }
  /**
   * Menu label of the list. If set, the menu has a collapsible item with the list and the add form
   * (rule 13.2).
   */
  list?: string
}

export interface ScreenGroup {
  heading: string
  screens: StaffScreen[]
}

/** Path of the ticket desk. Most shortcuts are off there, because hand scanners type. */
export const DESK = '/admin/guests'

/** All staff screens, in groups that make a screen quick to find. */
const GROUPS: ScreenGroup[] = [
  {
    heading: 'Na terenu',
    screens: [
      {
        href: DESK,
        label: 'Brucoši',
        does: 'Prodaja karata po JMBAG-u',
        permission: 'tickets',
        icon: Ticket,
        inBar: true,
      },
      {
        href: '/admin/entry',
        label: 'Ulaz',
        does: 'Skeniranje karata i propuštanje gostiju',
        permission: 'entry',
        icon: ScanLine,
        inBar: true,
      },
      {
        href: '/admin/night',
        label: 'Noć',
        does: 'Koliko ih je unutra, što koči i što treba nekoga',
        permission: 'admin',
        icon: MoonStar,
      },
      {
        href: '/admin/gates',
        label: 'Ulazi',
        does: 'Uređaji na ulazu, dvostruki ulazi i vježba',
        permission: 'admin',
        icon: DoorOpen,
      },
    ],
  },
  {
    heading: 'Gosti',
    screens: [
      {
        href: '/admin/guest-list',
        label: 'Gosti',
        does: 'Svi gosti: pretraga, izmjene i povijest',
        icon: BookUser,
      },
      {
        href: '/admin/guests-add',
        label: 'Dodaj Gosta',
        does: 'Jedan gost na bilo koji popis',
        icon: UserPlus,
      },
      {
        href: '/admin/tags',
        label: 'Tagovi',
        does: 'Skupine gostiju i koliko ih je',
        icon: Tags,
      },
      {
        href: '/admin/signups',
        label: 'Prijave',
        does: 'Tko se prijavio, a tko s popisa nije',
        icon: ClipboardList,
      },
      {
        href: '/admin/people',
        label: 'Tko je ova osoba?',
        does: 'Što je o nekome pohranjeno, i brisanje svega',
        icon: UserSearch,
      },
      {
        href: '/admin/import',
        label: 'Uvoz',
        does: 'Gosti i korisnici iz tablice',
        icon: FileUp,
      },
      {
        href: '/api/guests/export/',
        label: 'Izvoz',
        does: 'Preuzimanje popisa gostiju kao tablice',
        icon: FileDown,
        file: '/guests/export',
      },
    ],
  },
  {
    heading: 'Program i sponzori',
    screens: [
      {
        href: '/admin/lineup-list',
        label: 'Izvođači',
        does: 'Tko nastupa i kojim redom',
        icon: Mic,
        add: { href: '/admin/lineup-add/0', label: 'Dodaj izvođača' },
        list: 'Svi izvođači',
      },
      {
        href: '/admin/programme',
        label: 'Program',
        does: 'Tko nastupa kada i na kojoj pozornici',
        icon: CalendarDays,
      },
      {
        href: '/admin/sponsors-list',
        label: 'Sponzori',
        does: 'Logotipi, poveznice i popisi gostiju',
        icon: Handshake,
        add: { href: '/admin/sponsors-add/0', label: 'Dodaj sponzora' },
        list: 'Svi sponzori',
      },
      {
        href: '/admin/band-kontakt',
        label: 'Kontakt',
        does: 'Koga zvati za koji bend',
        icon: Phone,
      },
      {
        href: '/admin/firme',
        label: 'Firme',
        does: 'Odobreno, upisano i ušlo po firmama',
        icon: Building2,
      },
      {
        href: '/admin/cjenik',
        label: 'Cjenik',
        does: 'Pića i cijene na šanku',
        icon: CupSoda,
      },
    ],
  },
  {
    heading: 'Stranica',
    screens: [
      {
        href: '/admin/festival',
        label: 'Festival',
        does: 'Naziv, vrijeme, mjesto, pošta i trgovina ovog izdanja',
        icon: PartyPopper,
      },
      {
        href: '/admin/visibility',
        label: 'Prikaz',
        does: 'Što posjetitelji vide na stranici',
        icon: SlidersHorizontal,
      },
      {
        href: '/admin/artwork',
        label: 'Slike stranice',
        does: 'Plakat, satnica, tlocrt, karta i privola',
        icon: ImageIcon,
      },
      {
        href: '/admin/translations',
        label: 'Prijevodi',
        does: 'Tekstovi javnih stranica',
        icon: Languages,
      },
      {
        href: '/admin/leaderboard',
        label: 'Ljestvica',
        does: 'Rezultati igrice i brisanje lažnih',
        icon: Trophy,
      },
    ],
  },
  {
    heading: 'Pregled',
    screens: [
      {
        href: '/admin/daily-report',
        label: 'Dnevni izvještaj',
        does: 'Prodane karte po danima',
        icon: ChartColumn,
      },
      {
        href: '/admin/blagajna',
        label: 'Blagajna',
        does: 'Smjene prodavača: prodano, vraćeno i razlike',
        icon: Wallet,
      },
      {
        href: '/admin/mails',
        label: 'Poslana pošta',
        does: 'Potvrde karata i što nije uspjelo',
        icon: Mail,
      },
    ],
  },
  {
    heading: 'Osoblje i sustav',
    screens: [
      {
        href: '/admin/users',
        label: 'Korisnici',
        does: 'Tko radi što u upravi',
        icon: Users,
        add: { href: '/admin/users-add', label: 'Dodaj korisnika' },
      },
      {
        href: '/admin/privileges',
        label: 'Privilegije',
        does: 'Koliko ljudi ima koju privilegiju',
        icon: KeyRound,
      },
      {
        href: '/admin/keys',
        label: 'Ključevi',
        does: 'Programi koji rade u ime admina, i do kada',
        icon: KeySquare,
      },
      {
        href: '/admin/activities',
        label: 'Aktivnosti',
        does: 'Tko je što promijenio i kada',
        icon: History,
      },
      {
        href: '/admin/health',
        label: 'Stanje sustava',
        does: 'Rade li baza, pošta i ulaz, i što učiniti ako ne',
        icon: Activity,
      },
      {
        href: '/admin/webhooks',
        label: 'Dojave',
        does: 'Drugi sustavi koji čuju za prodaju i ulaze',
        icon: Webhook,
      },
      {
        href: '/admin/api',
        label: 'API',
        does: 'Pozivi za programe i njihov opis',
        icon: Braces,
      },
      {
        href: '/admin/end-edition',
        label: 'Kraj festivala',
        does: 'Izvoz, brisanje osobnih podataka i sljedeće izdanje',
        icon: Flag,
      },
    ],
  },
]

export const HOME = { href: '/admin', label: 'Početna', icon: House }

/** Page that lists all screens with their descriptions, for admins. */
export const PANEL = { href: '/admin/admin-panel', label: 'Admin panel', icon: LayoutGrid }

/** Returns only the screens that the user may open (rule 9.4), without empty groups. */
export const groupsFor = (privilege: number): ScreenGroup[] =>
  GROUPS.map(({ heading, screens }) => ({
    heading,
    screens: screens.filter(({ permission = 'admin' }) => hasPermission(privilege, permission)),
  })).filter(({ screens }) => screens.length > 0)

export const screensFor = (privilege: number) =>
  groupsFor(privilege).flatMap(({ screens }) => screens)

export const isCurrent = (href: string, path: string) =>
  path === href || (href !== HOME.href && path.startsWith(`${href}/`))
