'use client'

import { LogOut } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { useLiveLists } from '@/components/admin/data/live'
import { hasPermission, PRIVILEGE_LABELS } from '@/lib/auth/rules'
import type { Account } from '@/lib/auth/schema'
import { Menu } from './menu'
import { DESK, HOME, isCurrent, type StaffScreen, screensFor } from './pages'
import { Palette } from './palette'

/**
 * Container of the bar: at the bottom on a phone, at the top on a desktop. Login and logout pages
 * have no bar.
 */
export function StaffBarContainer({ children }: { children: ReactNode }) {
  const path = usePathname()
  if (/^\/admin\/log(in|out)\/?$/.test(path)) return null
  return <header className="staff-bar">{children}</header>
}

/** Bar with links to the screens that the user may open (rule 13.2). */
export function StaffBar({ user }: { user: Account }) {
  const path = usePathname()
  const screens = screensFor(user.privilege)
  useLiveLists(hasPermission(user.privilege, 'admin') && !isCurrent(DESK, path))
  return (
    <nav aria-label="Uprava" className="mx-auto flex h-full max-w-6xl items-stretch md:px-6">
      {screens.length > 0 && (
        <BarLink screen={HOME} path={path}>
          {/* biome-ignore lint/performance/noImgElement: a small vector, nothing to optimise */}
          <img
            src="/art/mark.svg"
            alt=""
            width={28}
            height={28}
            className="hidden rounded-md md:block"
          />
        </BarLink>
      )}
      {screens
        .filter((screen) => screen.inBar)
        .map((screen) => (
          <BarLink key={screen.href} screen={screen} path={path} />
        ))}
      <p className="ml-auto hidden items-center gap-2 px-3 text-sm md:flex">
        <span className="font-semibold">{user.name || user.email}</span>
        <span className="text-muted">{PRIVILEGE_LABELS[user.privilege]}</span>
      </p>
      {screens.length > 0 && <Palette user={user} path={path} />}
      <Menu user={user} path={path} />
      <Link
        href="/admin/logout"
        prefetch={false}
        aria-label="Odjava"
        title="Odjava"
        className="hidden w-11 items-center justify-center md:flex"
      >
        <LogOut aria-hidden="true" className="size-5" />
      </Link>
    </nav>
  )
}

function BarLink(props: {
  screen: Pick<StaffScreen, 'href' | 'label' | 'icon'>
  path: string
  /** Shown instead of the icon on a desktop. */
  children?: ReactNode
}) {
  const { href, label, icon: Icon } = props.screen
  return (
    <Link
      href={href}
      aria-current={isCurrent(href, props.path) ? 'page' : undefined}
      className="bar-item"
    >
      <Icon
        aria-hidden="true"
        className={`size-6 md:size-5 ${props.children ? 'md:hidden' : ''}`}
      />
      {props.children}
      {label}
    </Link>
  )
}
