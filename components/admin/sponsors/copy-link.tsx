'use client'

import { Copy } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'

/** Puts a sponsor's link where it can be pasted from. */
export function CopyLink({ address, text }: { address: string; text: string }) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(address)
      toast.success('Poveznica je kopirana.')
    } catch {
      toast.error('Kopiranje nije uspjelo. Otvorite popis i kopirajte adresu.')
    }
  }
  return (
    <Button onClick={copy}>
      <Copy aria-hidden="true" className="size-5" />
      {text}
    </Button>
  )
}
