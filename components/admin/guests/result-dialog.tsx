import Link from 'next/link'
import { type RefObject, useRef } from 'react'
import { fullName } from '@/components/admin/gate/guest-facts'
import { Button, buttonClasses } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { NewGuest } from '@/lib/guests/schema'
import type { Result } from './use-add-guest'

interface Props {
  /** The last one, also while the dialog closes and says where the keyboard goes. */
  result: Result | null
  open: boolean
  onClose: () => void
  /** Where the next guest is typed. */
  focusAfter: RefObject<HTMLElement | null>
}

/** How the adding went (spec section 8, Add guest); Enter leads on to the next guest. */
export function ResultDialog({ result, open, onClose, focusAfter }: Props) {
  const next = useRef<HTMLButtonElement>(null)
  const guest = result && 'guest' in result ? result.guest : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={guest ? 'Gost je uspješno dodan!' : 'Greška'}
      focusFirst={next}
      focusAfter={guest ? focusAfter : undefined}
      footer={
        <>
          {guest && (
            <Link href={`/admin/guest-list?gost=${guest.id}`} className={buttonClasses()}>
              Otvori gosta
            </Link>
          )}
          <Button ref={next} look="primary" onClick={onClose}>
            {guest ? 'Dodaj sljedećeg' : 'U redu'}
          </Button>
        </>
      }
    >
      {result && 'problem' in result && <p>Greška prilikom dodavanja gosta: {result.problem}</p>}
      {guest && (
        <>
          <p className="font-bold">{fullName(guest)}</p>
          <p className="text-muted">{whatFollows(guest)}</p>
        </>
      )}
    </Dialog>
  )
}

function whatFollows({ bought, mailedTo }: NewGuest): string {
  if (bought === '0') return 'Još nema kartu.'
  if (mailedTo) return `Potvrda karte ide na: ${mailedTo}`
  return 'Uz gosta ne stoji adresa, pa potvrda karte nije poslana.'
}
