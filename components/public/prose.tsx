import { createElement } from 'react'
import { blocksOf } from '@/lib/translations/rules'

/**
 * The organisers' words as they typed them: paragraphs, and lists of lines that begin with a dash.
 * As arguments rather than an array, whose keys would write every word into the page once more.
 */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  const blocks = blocksOf(text).map((block) =>
    typeof block === 'string'
      ? createElement('p', null, block)
      : createElement('ul', null, ...block.map((line) => createElement('li', null, line))),
  )
  return createElement('div', { className: `poster-prose ${className}`.trim() }, ...blocks)
}
