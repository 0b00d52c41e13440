'use client'

import { type ComponentProps, type FormEventHandler, type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'
import { Dialog } from '@/components/ui/dialog'
import { FormEnd } from './form-end'
import { LeaveGuard } from './leave-guard'

interface Props extends Omit<ComponentProps<typeof FormEnd>, 'isNew' | 'back' | 'children'> {
  title: string
  onSubmit: FormEventHandler
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** What stands below the form. */
  below?: ReactNode
}

/** A form in a dialog: what was changed is not lost by closing it, unless one means to. */
export function EditDialog({ title, onSubmit, onClose, children, below, ...end }: Props) {
  const [isAsking, setAsking] = useState(false)
  const close = () => (end.isDirty ? setAsking(true) : onClose())
  return (
    <Dialog open onClose={close} title={title}>
      <LeaveGuard isDirty={end.isDirty && !end.isPending} />
      <Confirm
        open={isAsking}
        question="Odbaciti promjene?"
        yes="Odbaci"
        danger
        onYes={onClose}
        onNo={() => setAsking(false)}
      >
        <p>Ono što ste upisali nije spremljeno.</p>
      </Confirm>
      <form aria-label={title} onSubmit={onSubmit} noValidate className="space-y-5">
        {children}
        <FormEnd {...end} isNew={false} back={<Button onClick={close}>Odustani</Button>} />
      </form>
      {below && <div className="mt-6">{below}</div>}
    </Dialog>
  )
}
