'use client'

import { useConfirmedAction } from '@/components/admin/data/use-confirmed-action'
import { Button } from '@/components/ui/button'
import { Confirm } from '@/components/ui/confirm'

/** Button that ends a key after a confirmation. `end` sends the request. */
export function EndKey({ name, end }: { name: string; end: () => Promise<unknown> }) {
  const { ask, confirmProps } = useConfirmedAction({
    call: end,
    invalidates: ['sign-ins'],
    successMessage: `Ključ ${name} je ukinut.`,
    isErrorInDialog: true,
  })
  return (
    <>
      <Button onClick={ask} aria-label={`Ukini ključ ${name}`}>
        Ukini
      </Button>
      <Confirm {...confirmProps} question={`Ukinuti ključ ${name}?`} yes="Ukini" danger>
        <p>Program koji ga ima odmah prestaje raditi. Ako zatreba opet, izradite mu novi ključ.</p>
      </Confirm>
    </>
  )
}
