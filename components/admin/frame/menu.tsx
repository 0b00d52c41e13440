'use client'

import {
  ChevronDown,
  ExternalLink,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  Plus,
  Sun,
} from 'lucide-react'
import Link from 'next/link'
import { useTheme } from 'next-themes'
import { Dialog, RadioGroup } from 'radix-ui'
import { useId, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { CloseCross } from '@/components/ui/dialog'
import { lazyComponent } from '@/components/ui/lazy-component'
import { useFocusReturn } from '@/components/ui/use-focus-return'
import { hasPermission, PRIVILEGE_LABELS } from '@/lib/auth/rules'
import type { Account } from '@/lib/auth/schema'
import { FileLink } from './file-link'
import { groupsFor, HOME, isCurrent, PANEL, type StaffScreen } from './pages'

const MySignIns = lazyComponent(() =>
  import('@/components/admin/users/sign-ins').then((file) => file.MySignIns),
)

/** Burger button and its menu: the account, all screens that the user may open, and the theme. */
export function Menu({ user, path }: { user: Account; path: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const burger = useRef<HTMLButtonElement>(null)
  const { onCloseAutoFocus } = useFocusReturn(burger)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger ref={burger} className="bar-item">
        <MenuIcon aria-hidden="true" className="size-6 md:size-5" />
        Izbornik
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-xl border border-edge bg-panel p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-text shadow-xl md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[30rem] md:rounded-none md:border-y-0 md:border-r-0 md:p-4"
        >
          <Dialog.Title className="sr-only">Izbornik</Dialog.Title>
          <div className="mb-2 flex items-start gap-2 pl-3">
            <div className="min-w-0 py-1">
              <p className="truncate font-bold">{user.name || user.email}</p>
              <p className="truncate text-sm text-muted">
                {PRIVILEGE_LABELS[user.privilege]} · {user.email}
              </p>
            </div>
            <Link
              href="/admin/logout"
              prefetch={false}
              onClick={close}
              className="ml-auto inline-flex min-h-11 shrink-0 items-center gap-2 rounded-md px-3 font-semibold hover:bg-panel-2"
            >
              <LogOut aria-hidden="true" className="size-5 text-muted" />
              Odjava
            </Link>
            <CloseCross label="Zatvori izbornik" />
          </div>
          <MenuPages privilege={user.privilege} path={path} onNavigate={close} />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <MySignIns />
            <ThemeSwitch />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const MENU_LINE =
  'flex min-h-11 min-w-0 items-center gap-3 rounded-md px-3 font-semibold hover:bg-panel-2 aria-[current]:bg-panel-2'

interface Props {
  privilege: number
  path: string
  onNavigate: () => void
}

/** Links to all screens that the user may open, in groups with two columns. */
function MenuPages({ privilege, path, onNavigate }: Props) {
  const groups = groupsFor(privilege)
  return (
    <nav aria-label="Sve stranice" className="space-y-2 border-y border-edge py-2">
      <div className="grid grid-cols-2 gap-x-1">
        {groups.length > 0 && <MenuLink screen={HOME} path={path} onNavigate={onNavigate} />}
        {hasPermission(privilege, 'admin') && (
          <MenuLink screen={PANEL} path={path} onNavigate={onNavigate} />
        )}
        <a href="/" target="_blank" rel="noreferrer" className={MENU_LINE}>
          <ExternalLink aria-hidden="true" className="size-5 shrink-0 text-muted" />
          <span>
            Stranica<span className="sr-only"> za posjetitelje</span>
          </span>
        </a>
      </div>
      {groups.map(({ heading, screens }) => (
        <section key={heading} aria-label={heading}>
          <h2 className="px-3 pb-0.5 text-xs font-semibold text-muted">{heading}</h2>
          <ul className="grid grid-cols-2 gap-x-1">
            {screens.map((screen) => (
              <li
                key={screen.href}
                className={screen.list ? 'has-aria-expanded:col-span-2' : 'flex min-w-0'}
              >
                {screen.list ? (
                  <Dropdown screen={screen} path={path} onNavigate={onNavigate} />
                ) : (
                  <MenuLink screen={screen} path={path} onNavigate={onNavigate} />
                )}
                {screen.add && !screen.list && (
                  <AddLink add={screen.add} path={path} onNavigate={onNavigate} />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

interface MenuLinkProps {
  screen: Pick<StaffScreen, 'href' | 'label' | 'icon' | 'file'>
  path: string
  onNavigate: () => void
}

function MenuLink({ screen: { href, label, icon: Icon, file }, path, onNavigate }: MenuLinkProps) {
  const className = `${MENU_LINE} flex-1`
  const content = (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span>{label}</span>
    </>
  )
  if (file)
    return (
      <FileLink file={file} onNavigate={onNavigate} className={className}>
        {content}
      </FileLink>
    )
  const current = isCurrent(href, path) ? 'page' : undefined
  return (
    <Link href={href} onClick={onNavigate} aria-current={current} className={className}>
      {content}
    </Link>
  )
}

/** Collapsible menu item with links to the list of an entity and to its add form. */
function Dropdown({ screen, path, onNavigate }: MenuLinkProps & { screen: StaffScreen }) {
  const { href, label, icon: Icon, list, add } = screen
  const isCurrentScreen = isCurrent(href, path) || (add !== undefined && isCurrent(add.href, path))
  const [isOpen, setOpen] = useState(isCurrentScreen)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className={`${MENU_LINE} w-full`}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
        {label}
        <ChevronDown
          aria-hidden="true"
          className={classes('ml-auto size-5 text-muted', isOpen && 'rotate-180')}
        />
      </button>
      <ul
        id={id}
        hidden={!isOpen}
        className="grid grid-cols-[1fr_auto] rounded-md pl-2 md:grid-cols-2 md:gap-x-1 md:pl-3"
      >
        <li>
          <MenuLink
            screen={{ ...screen, label: list ?? label }}
            path={path}
            onNavigate={onNavigate}
          />
        </li>
        {add && (
          <li>
            <MenuLink screen={{ ...add, icon: Plus }} path={path} onNavigate={onNavigate} />
          </li>
        )}
      </ul>
    </>
  )
}

function AddLink({
  add,
  path,
  onNavigate,
}: Omit<MenuLinkProps, 'screen'> & { add: { href: string; label: string } }) {
  return (
    <Link
      href={add.href}
      onClick={onNavigate}
      aria-label={add.label}
      title={add.label}
      aria-current={isCurrent(add.href, path) ? 'page' : undefined}
      className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2 aria-[current]:bg-panel-2"
    >
      <Plus aria-hidden="true" className="size-5 text-muted" />
    </Link>
  )
}

const THEMES = [
  { value: 'light', label: 'Svijetlo', icon: Sun },
  { value: 'dark', label: 'Tamno', icon: Moon },
  { value: 'system', label: 'Sustav', icon: Monitor },
]

/**
 * Theme switch: light, dark or the setting of the device. Rendered only in the browser, because the
 * menu must be opened first.
 */
function ThemeSwitch() {
  const { theme, setTheme } = useTheme()
  return (
    <RadioGroup.Root
      aria-label="Izgled"
      value={theme}
      onValueChange={setTheme}
      className="grid grid-cols-3 gap-1 rounded-lg bg-panel-2 p-1"
    >
      {THEMES.map(({ value, label, icon: Icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className="flex min-h-11 items-center justify-center gap-2 rounded-md text-sm font-semibold data-[state=checked]:bg-panel data-[state=checked]:shadow-sm"
        >
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
