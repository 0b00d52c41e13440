'use client'

import { Search } from 'lucide-react'
import { useTheme } from 'next-themes'
import { useEffect, useState } from 'react'
import { isDialogOpen } from '@/components/ui/keys'
import { lazyComponent } from '@/components/ui/missing-part'
import type { Account } from '@/lib/auth/schema'
import { isTaken, searchField } from './keys'
import { isApple, KeysDialog } from './keys-dialog'
import { DESK, isCurrent } from './pages'
import type { Action } from './palette-entries'

/** In ms. */
const LATER = 2_000

const load = () => import('./palette-dialog')
const PaletteDialog = lazyComponent(() => load().then((file) => file.PaletteDialog))
/** Ahead of its use; what cannot be had then is told when it is wanted. */
const warm = () => void load().catch(() => {})

interface Props {
  user: Account
  path: string
}

/**
 * The palette's button, and the keys of every screen: Ctrl or Cmd with K opens it, `/` leads to
 * the search of the list, `?` shows the keys. At the desk, where scanners type, only the first.
 */
export function Palette({ user, path }: Props) {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const { setTheme } = useTheme()
  const isAtDesk = isCurrent(DESK, path)

  // Whatever leads elsewhere has done its work.
  const [shownAt, setShownAt] = useState(path)
  if (shownAt !== path) {
    setShownAt(path)
    setOpen(null)
  }

  // Behind everything that the screen itself needs, and there before anybody types into it.
  useEffect(() => {
    const timer = setTimeout(warm, LATER)
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
      if (event.ctrlKey || event.metaKey || isAtDesk || isTaken(event)) return
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

  const act = (action: Action) => {
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
        onPointerEnter={warm}
        onClick={() => setOpen('palette')}
        className="bar-item"
      >
        <Search aria-hidden="true" className="size-6 md:size-5" />
        Nađi
      </button>
      {open === 'palette' && (
        <PaletteDialog privilege={user.privilege} onAction={act} onClose={() => setOpen(null)} />
      )}
      {open === 'keys' && <KeysDialog path={path} onClose={() => setOpen(null)} />}
    </>
  )
}
