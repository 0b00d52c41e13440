import { ArrowRight } from 'lucide-react'
import { type ToldChange, tellChanges } from '@/lib/activities/rules'
import type { ListedActivity } from '@/lib/activities/schema'

interface Props {
  activity: Pick<ListedActivity, 'entity' | 'changes'>
}

/** Field by field what was there and what is there now. */
export function ActivityChanges({ activity }: Props) {
  const { told, isForgotten } = tellChanges(activity)
  if (told.length === 0 && !isForgotten) return null
  return (
    <div className="mt-0.5 flex flex-wrap gap-x-4 text-sm">
      <dl className="contents">
        {told.map((change) => (
          <Change key={change.field} {...change} />
        ))}
      </dl>
      {isForgotten && <p className="text-muted italic">osobni podaci su obrisani</p>}
    </div>
  )
}

function Change({ field, before, after }: ToldChange) {
  const isChange = before !== null && after !== null
  return (
    <div className="min-w-0">
      <dt className="inline text-muted">{field}: </dt>
      <dd className="inline">
        {before !== null && <Value text={before} word="prije" isGone={isChange} />}
        {isChange && (
          <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 text-muted" />
        )}
        {after !== null && <Value text={after} word="poslije" />}
      </dd>
    </div>
  )
}

const SHORT = 90

/** A long text is cut to its beginning; the whole of it opens. */
function Value({ text, word, isGone }: { text: string; word: string; isGone?: boolean }) {
  const look = isGone ? 'text-muted line-through decoration-1' : ''
  if (text.length <= SHORT)
    return (
      <>
        <span className="sr-only">{word} </span>
        <span className={`break-words ${look}`}>{text}</span>
      </>
    )
  return (
    <details className="inline-block max-w-full align-top open:block">
      <summary className={`cursor-pointer break-words ${look}`}>
        <span className="sr-only">{word} </span>
        {text.slice(0, SHORT)} …
      </summary>
      <p className="mt-1 rounded-md bg-panel-2 px-3 py-2 break-words whitespace-pre-line">{text}</p>
    </details>
  )
}
