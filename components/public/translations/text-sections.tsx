import { classes } from '@/components/ui/classes'
import type { TextSection } from '@/lib/translations/rules'

/** Where a section of a text page is reached by its address. */
export const sectionId = (section: TextSection) => `odjeljak-${section.number}`

interface Props {
  sections: TextSection[]
  className?: string
}

/** The organisers' sections in their order; how they look is their class's matter. */
export function TextSections({ sections, className }: Props) {
  return (
    <ol className={classes('poster-clauses', className)}>
      {sections.map((section) => (
        <li key={section.number} id={sectionId(section)}>
          {section.title && <h2>{section.title}</h2>}
          {section.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </li>
      ))}
    </ol>
  )
}
