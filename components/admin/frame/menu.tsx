'use client'

import { ExternalLink, LogOut, Menu as MenuIcon, X } from 'lucide-react'
import Link from 'next/link'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { PRIVILEGE_WORDS } from '@/lib/auth/messages'
import type { Account } from '@/lib/auth/schema'
import { HOME, isCurrent, screensFor } from './pages'
import { ThemeSwitch } from './theme-switch'

const LINE =
  'flex min-h-12 items-center gap-3 rounded-md px-3 font-semibold hover:bg-panel-2 aria-[current]:bg-panel-2'

/** The burger and what is behind it: account, every screen this person may open, theme. */
export function Menu({ user, path }: { user: Account; path: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const screens = screensFor(user.privilege)
  const lines = screens.length > 0 ? [HOME, ...screens] : []
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="bar-item">
        <MenuIcon aria-hidden="true" className="size-6 md:size-5" />
        Izbornik
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/60" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-xl border border-edge bg-panel p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-text shadow-xl md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-96 md:rounded-none md:border-y-0 md:border-r-0 md:p-4"
        >
          <Dialog.Title className="sr-only">Izbornik</Dialog.Title>
          <div className="mb-2 flex items-start justify-between gap-4 pl-3">
            <div className="min-w-0 py-1">
              <p className="truncate font-bold">{user.name || user.email}</p>
              <p className="truncate text-sm text-muted">
                {PRIVILEGE_WORDS[user.privilege]} · {user.email}
              </p>
            </div>
            <Dialog.Close
              aria-label="Zatvori izbornik"
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2"
            >
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <nav aria-label="Sve stranice" className="border-y border-edge py-2">
            {lines.map(({ href, label, icon: Icon }) => (
              <Link
                key={href}
                href={href}
                onClick={close}
                aria-current={isCurrent(href, path) ? 'page' : undefined}
                className={LINE}
              >
                <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
                {label}
              </Link>
            ))}
            <a href="/" target="_blank" rel="noreferrer" className={LINE}>
              <ExternalLink aria-hidden="true" className="size-5 shrink-0 text-muted" />
              Stranica za posjetitelje
            </a>
          </nav>
          <div className="mt-3 space-y-2">
            <ThemeSwitch />
            <Link href="/admin/logout" prefetch={false} onClick={close} className={LINE}>
              <LogOut aria-hidden="true" className="size-5 shrink-0 text-muted" />
              Odjava
            </Link>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
