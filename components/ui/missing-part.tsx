'use client'

import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { Notice } from './notice'

/**
 * A part whose script comes later, or what stands for it where it cannot be had. After an upgrade
 * the server has other scripts than a page that was open before; that page stays as it is, with all
 * that was typed into it, until its reader loads it anew. Until it comes, `Waiting` stands in its
 * place: a part that waits in no place of its own hides the whole screen, and whoever presses then
 * presses nothing.
 */
export const lazyComponent = <Props extends object>(
  part: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Nothing,
) =>
  dynamic(() => part().catch(() => LoadFailedNotice as ComponentType<Props>), {
    loading: () => <Waiting />,
  })

const Nothing = () => null

/** In a dialog where the part would have been one. */
function LoadFailedNotice({ onClose }: { onClose?: () => void }) {
  const notice = (
    <Notice tone="error" className="my-2">
      <p>
        Ovaj dio nije stigao. Ako mreža radi, stranica je u međuvremenu nadograđena: spremite što
        ste upisali i osvježite je.
      </p>
      <Button className="mt-3" onClick={() => location.reload()}>
        Osvježi stranicu
      </Button>
    </Notice>
  )
  if (!onClose) return notice
  return (
    <Dialog open onClose={onClose} title="Osvježite stranicu">
      {notice}
    </Dialog>
  )
}
