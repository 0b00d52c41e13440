import { Dialog } from '@/components/ui/dialog'
import { searchField, shortcutsOn } from './keys'

interface Props {
  path: string
  onClose: () => void
}

/** Dialog with the keyboard shortcuts of this screen. */
export function KeysDialog({ path, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title="Tipke na ovom ekranu">
      <dl className="divide-y divide-edge">
        {shortcutsOn(path, searchField() !== null).map(({ keys, does }) => (
          <div key={keys.join() + does} className="flex items-center justify-between gap-4 py-3">
            <dt className="order-last shrink-0 space-x-1">
              {keys.map((key) => (
                <kbd key={key} className="key">
                  {key === 'Ctrl' && isApple() ? '⌘' : key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Whether the device is from Apple, where the command key is used instead of Ctrl. */
export const isApple = () => /Mac|iP(hone|ad)/.test(navigator.platform)
