import { classes } from '@/components/ui/classes'
import type { TextSection } from '@/lib/translations/rules'
import { FittedType } from '../fitted-type'
import { sectionId, TextSections } from './text-sections'

interface Props {
  title: string
  sections: TextSection[]
  /** Rules are shouted from the night; terms are small print on paper. */
  look: 'rules' | 'terms'
}

/** A page to read through: the title and the contents stay beside the numbered sections. */
export function ClausesPage({ title, sections, look }: Props) {
  const isPaper = look === 'terms'
  return (
    <div className="poster-column poster-reading">
      <div className="poster-reading-side">
        <h1 className={isPaper ? 'text-paper' : 'text-signal'}>
          <FittedType text={title} isStacked />
        </h1>
        {sections.length > 1 && (
          <nav aria-label="Sadržaj stranice" className="poster-contents">
            <ol>
              {sections.map((section) => (
                <li key={section.number}>
                  <a href={`#${sectionId(section)}`}>{section.title || section.number}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </div>
      <TextSections
        sections={sections}
        className={classes('poster-numbered', isPaper && 'poster-sheet')}
      />
    </div>
  )
}
