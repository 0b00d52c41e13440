import { type ComponentProps, createElement } from 'react'
import { parseBlocks } from '@/lib/translations/rules'

/**
 * The organisers' words as they typed them: paragraphs, and lists of lines that begin with a dash.
 * As arguments rather than an array, whose keys would write every word into the page once more.
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
  pairs: { name: string; words: string }[]
}

/** Names, and beside each what there is to say of it. */
export const PairList = ({ pairs, ...list }: PairListProps) => (
  <dl {...list}>
    {pairs.map(({ name, words }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{words}</dd>
      </div>
    ))}
  </dl>
)
