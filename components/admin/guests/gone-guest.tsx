import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { GUEST_MESSAGES } from '@/lib/guests/rules'
import type { Deletion } from './use-deletion'
import { useGuestHistory } from './use-guests'

/** In the place of a guest who is deleted: says so, and offers the way back. */
export function GoneGuest({ id, deletion }: { id: number; deletion: Deletion }) {
  const { data } = useGuestHistory(id)
  return (
    <Notice>
      <p>{GUEST_MESSAGES.notThere}</p>
      {data && (
        <Button
          className="mt-3"
          pending={deletion.isRestoring}
          onClick={() => deletion.restore({ id })}
        >
          Vrati gosta na popis
        </Button>
      )}
    </Notice>
  )
}
