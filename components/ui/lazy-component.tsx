'use client'

import dynamic from 'next/dynamic'
import type { ComponentType } from 'react'
import { Button } from './button'
import { Dialog } from './dialog'
import { Notice } from './notice'

/**
 * Lazy component with a fallback. After an upgrade, a page that was opened before can no longer
 * load the scripts of its own build. It then shows a notice in place of the component, and typed
 * input is kept. `Placeholder` is shown while the script loads; without one of its own, the
 * component would hide the whole screen meanwhile.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType = Nothing,
) =>
  dynamic(() => load().catch(() => LoadFailedNotice as ComponentType<Props>), {
    loading: () => <Placeholder />,
  })

const Nothing = () => null

/**
 * Notice that the component could not be loaded. It is shown in a dialog if the component is a
 * dialog.
 */
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
