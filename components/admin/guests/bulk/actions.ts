import {
  Ban,
  ListChecks,
  type LucideIcon,
  MailCheck,
  MailPlus,
  NotebookPen,
  ShieldCheck,
  Ticket,
  TicketX,
  Trash2,
} from 'lucide-react'
import type { BulkKind } from '@/lib/guests/bulk/rules'
import { keysOf } from '@/lib/text/keys'

interface Action {
  icon: LucideIcon
  label: string
  /**
   * `title` is the title of the action's dialog, `yes` the label of the button that confirms it.
   */
  title: string
  yes: string
  /** Explanation in the dialog, if the action needs one. */
  about?: string
  isDanger?: boolean
}

/**
 * The actions on many guests, in the order of the menu. Those in IN_BAR have a button in the
 * selection bar, the rest are in its menu.
 */
export const ACTIONS: Record<BulkKind, Action> = {
  sell: {
    icon: Ticket,
    label: 'Prodaj karte',
    title: 'Prodati karte?',
    yes: 'Prodaj',
    about: 'Svaki gost dobiva svoj kod za ulaz.',
  },
  send: {
    icon: MailCheck,
    label: 'Pošalji karte',
    title: 'Poslati karte?',
    yes: 'Pošalji',
    about: 'Mail ide samo onima kojima karta još nije poslana.',
  },
  list: {
    icon: ListChecks,
    label: 'Promijeni popis',
    title: 'Na koji popis?',
    yes: 'Premjesti',
  },
  'send-again': {
    icon: MailPlus,
    label: 'Pošalji karte ponovno',
    title: 'Poslati karte ponovno?',
    yes: 'Pošalji ponovno',
    about: 'Mail ide i onima koji su ga već dobili.',
  },
  note: {
    icon: NotebookPen,
    label: 'Upiši napomenu',
    title: 'Napomena',
    yes: 'Upiši',
  },
  'take-back': {
    icon: TicketX,
    label: 'Poništi karte',
    title: 'Poništiti karte?',
    yes: 'Poništi karte',
    about: 'Kodovi iz poslanih mailova više neće vrijediti za ulaz.',
    isDanger: true,
  },
  ban: {
    icon: Ban,
    label: 'Zabrani ulaz',
    title: 'Zabraniti ulaz?',
    yes: 'Zabrani',
    about: 'Razlog vide ljudi na ulazu. Tko već ima zabranu, zadržava svoj razlog.',
    isDanger: true,
  },
  lift: {
    icon: ShieldCheck,
    label: 'Ukini zabranu',
    title: 'Ukinuti zabranu ulaska?',
    yes: 'Ukini zabranu',
  },
  delete: {
    icon: Trash2,
    label: 'Obriši goste',
    title: 'Obrisati goste?',
    yes: 'Obriši',
    about: 'Nestaju sa svih popisa, a njihove karte više ne vrijede na ulazu.',
    isDanger: true,
  },
}

export const IN_BAR: BulkKind[] = ['sell', 'send', 'list']

export const IN_MENU = keysOf(ACTIONS).filter((kind) => !IN_BAR.includes(kind))
