'use client'

import { LogOut, Menu as MenuIcon, X } from 'lucide-react'
import Link from 'next/link'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { MySignIns } from '@/components/admin/users/sign-ins'
import { PRIVILEGE_WORDS } from '@/lib/auth/rules'
import type { Account } from '@/lib/auth/schema'
import { MenuPages } from './menu-pages'
import { ThemeSwitch } from './theme-switch'

/** The burger and what is behind it: account, every screen this person may open, theme. */
export function Menu({ user, path }: { user: Account; path: string }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
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
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col overflow-y-auto rounded-t-xl border border-edge bg-panel p-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] text-text shadow-xl md:inset-y-0 md:right-0 md:left-auto md:max-h-none md:w-[30rem] md:rounded-none md:border-y-0 md:border-r-0 md:p-4"
        >
          <Dialog.Title className="sr-only">Izbornik</Dialog.Title>
          <div className="mb-2 flex items-start gap-2 pl-3">
            <div className="min-w-0 py-1">
              <p className="truncate font-bold">{user.name || user.email}</p>
              <p className="truncate text-sm text-muted">
                {PRIVILEGE_WORDS[user.privilege]} · {user.email}
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
            <Dialog.Close
              aria-label="Zatvori izbornik"
              className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2"
            >
              <X aria-hidden="true" />
            </Dialog.Close>
          </div>
          <MenuPages privilege={user.privilege} path={path} onGo={close} />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <MySignIns />
            <ThemeSwitch />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
