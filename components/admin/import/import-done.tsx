import { Button } from '@/components/ui/button'
import { grouped } from '@/components/ui/grouped'
import { Notice } from '@/components/ui/notice'
import type { FileAnswer } from '@/lib/spreadsheet/schema'
import type { ImportKind } from './kinds'

interface Props {
  kind: ImportKind
  answer: FileAnswer
  onAgain: () => void
}

/** What has been imported, in the spec's sentence. */
export function ImportDone({ kind, answer, onAgain }: Props) {
  return (
    <>
      <Notice tone="success" className="mt-3 bg-panel-2">
        <p className="font-bold">{kind.done(answer.imported)}</p>
        {answer.skipped > 0 && <p>Preskočeno, jer su već na popisu: {grouped(answer.skipped)}.</p>}
      </Notice>
      <Button className="mt-4" onClick={onAgain}>
        Uvezi još
      </Button>
    </>
  )
}
