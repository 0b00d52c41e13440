import { type ComponentProps, createElement } from 'react'
import { parseBlocks } from '@/lib/translations/rules'

/**
 * Text of the organisers: paragraphs, and lists of lines that begin with a dash. React gets the
 * elements as arguments and not as an array, whose keys would add the whole text to the page again.
 */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  const blocks = parseBlocks(text).map((block) =>
    typeof block === 'string'
      ? createElement('p', null, block)
      : createElement('ul', null, ...block.map((line) => createElement('li', null, line))),
  )
  return createElement('div', { className: `poster-prose ${className}`.trim() }, ...blocks)
}

interface PairListProps extends ComponentProps<'dl'> {
  pairs: { name: string; description: string }[]
}

/** Definition list of names and their descriptions. */
export const PairList = ({ pairs, ...list }: PairListProps) => (
  <dl {...list}>
    {pairs.map(({ name, description }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{description}</dd>
      </div>
    ))}
  </dl>
)
