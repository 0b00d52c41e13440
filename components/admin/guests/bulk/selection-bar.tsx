'use client'

import { useMutation } from '@tanstack/react-query'
import { ChevronUp, Download, X } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { saveFile } from '@/components/admin/data/download-button'
import { Button } from '@/components/ui/button'
import { formatNumber } from '@/components/ui/format-number'
import { type ApiError, api } from '@/lib/api-client/client'
import type { BulkKind } from '@/lib/guests/bulk/rules'
import type { GuestQuery } from '../guest-query'
import { ACTIONS, IN_BAR, IN_MENU } from './actions'
import { BulkDialog } from './bulk-dialog'
import { useSelected } from './selection'
import type { Choosing } from './use-choosing'

interface Props {
  choosing: Choosing
  query: GuestQuery
  /** Number of guests that the list finds. */
  total: number
}

/** Bar with the number of selected guests and the actions on them, the most common action first. */
export function SelectionBar({ choosing, query, total }: Props) {
  const { selection, isEmpty, end } = choosing
  const size = useSelected(selection, () => selection.sizeOf(total))
  const [opened, setOpened] = useState<BulkKind | null>(null)
  const isAll = useSelected(selection, () => selection.isAll)
  return (
    <>
      <section
        aria-label="Odabrani gosti"
        className="fixed inset-x-2 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 mx-auto flex max-w-5xl flex-wrap items-center gap-2 rounded-xl border border-edge-2 bg-panel p-2 shadow-lg md:inset-x-6 md:bottom-4"
      >
        <button
          type="button"
          onClick={end}
          aria-label="Odustani od odabira"
          className="grid size-11 shrink-0 place-items-center rounded-md hover:bg-panel-2"
        >
          <X aria-hidden="true" />
        </button>
        <p role="status" className="mr-auto min-w-0 font-bold tabular-nums">
          {isEmpty ? 'Odaberi goste' : `Odabrano: ${formatNumber(size)}`}
        </p>
        {!isAll && (
          <Button className={isEmpty ? '' : 'md:hidden'} onClick={selection.chooseAll}>
            Svi ({formatNumber(total)})
          </Button>
        )}
        {size > 0 && (
          <div className="flex gap-2 max-md:w-full">
            {IN_BAR.map((kind, i) => (
              <Choice key={kind} kind={kind} isFirst={i === 0} onChoose={setOpened} />
            ))}
            <More onChoose={setOpened} choosing={choosing} query={query} />
          </div>
        )}
      </section>
      {opened && (
        <BulkDialog
          kind={opened}
          selection={selection.toInput(query)}
          onClose={() => setOpened(null)}
          onStarted={() => {
            setOpened(null)
            end()
          }}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  kind: BulkKind
  isFirst: boolean
  onChoose: (kind: BulkKind) => void
}

function Choice({ kind, isFirst, onChoose }: ChoiceProps) {
  const { icon: Icon, label } = ACTIONS[kind]
  // On a phone the least used of these actions is in the menu.
  const className = kind === 'list' ? 'max-md:hidden' : 'max-md:flex-1 max-md:px-2'
  return (
    <Button
      look={isFirst ? 'primary' : 'quiet'}
      className={className}
      onClick={() => onChoose(kind)}
    >
      <Icon aria-hidden="true" className="size-5 max-[23.5rem]:hidden" />
      {label}
    </Button>
  )
}

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-highlighted:bg-panel-2'

interface MoreProps {
  onChoose: (kind: BulkKind) => void
  choosing: Choosing
  query: GuestQuery
}

/** Menu with the remaining actions and the export of the selected guests. */
function More({ onChoose, choosing, query }: MoreProps) {
  const { mutate, isPending } = useMutation<File, ApiError>({
    mutationFn: () =>
      api('POST', '/guests/bulk/export', {
        body: { selection: choosing.selection.toInput(query) },
      }),
    onSuccess: saveFile,
    onError: ({ detail }) => toast.error(`Preuzimanje nije uspjelo. ${detail}`),
  })
  // Whether a menu item has opened a dialog. The closing menu must then leave the focus in the
  // dialog.
  const hasOpenedDialog = useRef(false)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button pending={isPending} className="shrink-0 max-md:px-3">
          Još
          <ChevronUp aria-hidden="true" className="size-5" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side="top"
          align="end"
          sideOffset={12}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (hasOpenedDialog.current) event.preventDefault()
            hasOpenedDialog.current = false
          }}
          className="z-40 max-h-[70dvh] min-w-64 overflow-y-auto rounded-lg border border-edge-2 bg-panel p-1 text-text shadow-xl"
        >
          {(['list', ...IN_MENU] as const).map((kind) => {
            const { icon: Icon, label, isDanger } = ACTIONS[kind]
            const className = `${kind === 'list' ? 'md:hidden' : ''} ${isDanger ? 'text-stop' : ''}`
            return (
              <DropdownMenu.Item
                key={kind}
                className={`${ITEM} ${className}`}
                onSelect={() => {
                  hasOpenedDialog.current = true
                  onChoose(kind)
                }}
              >
                <Icon aria-hidden="true" className="size-5" />
                {label}
              </DropdownMenu.Item>
            )
          })}
          <DropdownMenu.Separator className="my-1 border-t border-edge" />
          <DropdownMenu.Item className={ITEM} onSelect={() => mutate()}>
            <Download aria-hidden="true" className="size-5" />
            Izvezi odabrane
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
