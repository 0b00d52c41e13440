import { BookUser, Handshake, type LucideIcon, Mic, Phone, Users } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import { classes } from '@/components/ui/classes'
import { hasPermission } from '@/lib/auth/rules'
import type { Found } from '@/lib/search/schema'
import { downloadFile } from './file-link'
import { DESK } from './pages'
import { type Action, type Entry, entriesFor, findEntries } from './palette-entries'
import { addRecent, getRecent, type Opened } from './recent'
import { useFind } from './use-find'

/** A row of the palette: a screen, an action, or a search result from the server. */
export interface Option {
  key: string
  title: string
  detail: string
  icon: LucideIcon
  href?: string
  file?: Entry['file']
  action?: Action
  found?: Found
}

interface Group {
  heading: string
  options: Option[]
}

/** Maximum number of screens and actions above the search results. */
const MAX_ENTRIES = 5

/**
 * Returns the rows of the palette. Without a search text: recently opened rows, then all screens
 * and actions. With a search text: all matches.
 */
export function usePaletteOptions(text: string, privilege: number) {
  const { found, isBusy, error } = useFind(text, privilege)
  const entries = useMemo(() => entriesFor(privilege), [privilege])
  const search = text.trim()
  const groups =
    search === ''
      ? groupsWithoutSearch(entries, privilege)
      : [
          {
            heading: 'Stranice i radnje',
            options: findEntries(entries, search, MAX_ENTRIES).map(entryOption),
          },
          ...KINDS.map(({ kind, heading }) => ({
            heading,
            options: found
              .filter((result) => result.kind === kind)
              .map((result) => resultOption(result, privilege)),
          })),
        ]
  return { groups: groups.filter(({ options }) => options.length > 0), isBusy, error }
}

function groupsWithoutSearch(entries: Entry[], privilege: number): Group[] {
  const recentOptions = getRecent().flatMap(({ key, found }: Opened) => {
    if (found) return resultOption(found, privilege)
    const entry = entries.find((candidate) => candidate.key === key)
    return entry ? entryOption(entry) : []
  })
  const shown = new Set(recentOptions.map(({ key }) => key))
  return [
    { heading: 'Nedavno', options: recentOptions },
    {
      heading: 'Stranice i radnje',
      options: entries.filter(({ key }) => !shown.has(key)).map(entryOption),
    },
  ]
}

const entryOption = ({ key, label, does, icon, href, file, action }: Entry): Option => ({
  key,
  title: label,
  detail: does,
  icon,
  href,
  file,
  action,
})

const KINDS: { kind: Found['kind']; heading: string; icon: LucideIcon }[] = [
  { kind: 'guests', heading: 'Gosti', icon: BookUser },
  { kind: 'lineup', heading: 'Izvođači', icon: Mic },
  { kind: 'sponsors', heading: 'Sponzori', icon: Handshake },
  { kind: 'band-contacts', heading: 'Kontakti', icon: Phone },
  { kind: 'users', heading: 'Korisnici', icon: Users },
]

const resultOption = (found: Found, privilege: number): Option => ({
  key: `${found.kind}:${found.id}`,
  title: found.title,
  detail: found.detail,
  found,
  icon: KINDS.find(({ kind }) => kind === found.kind)?.icon ?? BookUser,
  href: urlOf(found, privilege),
})

/**
 * Returns the URL of a search result. A guest opens in the guest list for admins, and at the gate
 * or the ticket desk for other users.
 */
function urlOf({ kind, id, key }: Found, privilege: number): string {
  const searchParam = `?${new URLSearchParams({ trazi: key })}`
  switch (kind) {
    case 'guests':
      if (hasPermission(privilege, 'admin')) return `/admin/guest-list?gost=${id}`
      return hasPermission(privilege, 'entry')
        ? '/ulaz'
        : `${DESK}?${new URLSearchParams({ jmbag: key })}`
    case 'lineup':
      return `/admin/lineup-add/${key}`
    case 'sponsors':
      return `/admin/sponsors-add/${key}`
    case 'band-contacts':
      return `/admin/band-kontakt${searchParam}`
    case 'users':
      return `/admin/users${searchParam}`
  }
}

interface Props {
  id: string
  option: Option
  isChosen: boolean
  onPoint: () => void
  onAction: (action: Action) => void
  onDone: () => void
}

const OPTION_CLASSES =
  'flex min-h-12 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 aria-selected:bg-panel-2'

/**
 * Row of the palette. A row with a URL is a link, so that LeaveGuard can ask about unsaved input
 * first. Other rows act when pressed.
 */
export function PaletteOption({ id, option, isChosen, onPoint, onAction, onDone }: Props) {
  const { key, title, detail, icon: Icon, href, file, action, found } = option
  const activate = () => {
    addRecent(found ? { key, found } : { key })
    if (action) return onAction(action)
    if (file) downloadFile(file)
    onDone()
  }
  const optionProps = {
    id,
    role: 'option',
    'aria-selected': isChosen,
    tabIndex: -1,
    onClick: activate,
    onPointerMove: onPoint,
    className: OPTION_CLASSES,
  }
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className={classes('block truncate font-semibold')}>{title}</span>
        <span className="block truncate text-sm text-muted">{detail}</span>
      </span>
    </>
  )
  if (!href) return <div {...optionProps}>{content}</div>
  // No prefetch: every typed letter would prefetch other pages.
  return (
    <Link {...optionProps} href={href} prefetch={false}>
      {content}
    </Link>
  )
}
