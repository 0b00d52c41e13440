'use client'

import { Search } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useEffect, useState } from 'react'
import { isDialogOpen } from '@/components/ui/keys'
import { lazyComponent } from '@/components/ui/lazy-component'
import type { Account } from '@/lib/auth/schema'
import { isAlreadyHandled, searchField } from './keys'
import { isApple, KeysDialog } from './keys-dialog'
import { DESK, isCurrent } from './pages'
import type { Action } from './palette-entries'

/** Delay in ms before the script of the palette is preloaded. */
const PRELOAD_DELAY_MS = 2_000

const load = () => import('./palette-dialog')
const PaletteDialog = lazyComponent(() => load().then((file) => file.PaletteDialog))
/**
 * Preloads the script of the palette. A failure is ignored here and reported when the palette is
 * opened.
 */
const preload = () => void load().catch(() => {})

interface Props {
  user: Account
  path: string
}

/**
 * Button of the palette, and shortcuts of every screen: Ctrl+K (Cmd+K) opens the palette, `/`
 * focuses the search field of the list, `?` lists the shortcuts. At the ticket desk, where scanners
 * type, only Ctrl+K works.
 */
export function Palette({ user, path }: Props) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const { setTheme } = useTheme()
  const isAtDesk = isCurrent(DESK, path)

  // Opening another page closes the palette.
  const [shownAt, setShownAt] = useState(path)
  if (shownAt !== path) {
    setShownAt(path)
    setOpen(null)
  }

  // Preloads the script after all scripts that the screen itself needs, and before the user opens
  // the palette.
  useEffect(() => {
    const timer = setTimeout(preload, PRELOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isCommand = isApple()
        ? event.metaKey && !event.ctrlKey
        : event.ctrlKey && !event.metaKey
      if (event.altKey) return
      if (isCommand && !event.shiftKey && event.code === 'KeyK') {
        if (open !== 'palette' && isDialogOpen()) return
        event.preventDefault()
        setOpen(open === 'palette' ? null : 'palette')
        return
      }
      if (event.ctrlKey || event.metaKey || isAtDesk || isAlreadyHandled(event)) return
      const search = event.key === '/' ? searchField() : null
      if (!search && event.key !== '?') return
      event.preventDefault()
      search?.focus()
      search?.select()
      if (!search) setOpen('keys')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open, isAtDesk])

  const runAction = (action: Action) => {
    setOpen(action === 'keys' ? 'keys' : null)
    if (action !== 'keys') setTheme(action)
  }

  return (
    <>
      <button
        type="button"
        aria-label="Nađi bilo što"
        aria-haspopup="dialog"
        title="Nađi bilo što (Ctrl K)"
        onPointerEnter={preload}
        onClick={() => setOpen('palette')}
        className="bar-item"
      >
        <Search aria-hidden="true" className="size-6 md:size-5" />
        Nađi
      </button>
      {open === 'palette' && (
        <PaletteDialog
          privilege={user.privilege}
          onAction={runAction}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'keys' && <KeysDialog path={path} onClose={() => setOpen(null)} />}
    </>
  )
}
