import { blocksOf } from '@/lib/translations/rules'

/** The organisers' words as they typed them: paragraphs, and lists of lines that begin with a dash. */
export function Prose({ text, className }: { text: string; className?: string }) {
  return (
    <div className={className ? `poster-prose ${className}` : 'poster-prose'}>
      {blocksOf(text).map((block) =>
        typeof block === 'string' ? (
          <p key={block}>{block}</p>
        ) : (
          <ul key={block[0]}>
            {block.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ),
      )}
    </div>
  )
}
