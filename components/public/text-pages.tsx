import './poster/text-pages.css'
import { classes } from '@/components/ui/classes'
import type { PublicFestival } from '@/lib/site/types'
import type { TextSection } from '@/lib/translations/rules'
import { Drawing } from './drawing/drawing'
import { FittedType } from './fitted-type'
import { mailboxesOf, networksOf, SocialLinks } from './frame/frame'

/** Returns the element id of a section, which is the anchor in its URL. */
const sectionId = (section: TextSection) => `odjeljak-${section.number}`

interface TextSectionsProps {
  sections: TextSection[]
  className?: string
}

/** Sections of a text page in their order. `className` decides how they look. */
export function TextSections({ sections, className }: TextSectionsProps) {
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

interface ClausesPageProps {
  title: string
  sections: TextSection[]
  /**
   * Variant of the page: `rules` for the rules of conduct, on the dark background; `terms` for the
   * terms of use, as small print on paper.
   */
  variant: 'rules' | 'terms'
}

/**
 * Long text page with numbered sections. On wide screens, title and table of contents stay in view
 * while the sections scroll.
 */
export function ClausesPage({ title, sections, variant }: ClausesPageProps) {
  const isPaper = variant === 'terms'
  return (
    <div className="poster-column poster-reading">
      <div className="poster-reading-side">
        {!isPaper && <Drawing name="microphone" size={[200, 200]} className="poster-microphone" />}
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
        className={classes('poster-numbered', isPaper ? 'poster-sheet' : 'poster-cabled')}
      />
    </div>
  )
}

interface ContactPageProps {
  festival: PublicFestival
  sections: TextSection[]
  mapAddress: string
}

/** Page `/kontakt`: the e-mail addresses in very large type, then links and text sections. */
export function ContactPage({ festival, sections, mapAddress }: ContactPageProps) {
  const mailboxes = mailboxesOf(festival)
  return (
    <>
      <div className="poster-column pt-6 pb-28 sm:pb-8 lg:pt-10">
        <h1 className={classes('text-signal', mailboxes.length > 0 && 'poster-called')}>
          <FittedType text="Kontakt" className="poster-headline" />
        </h1>
      </div>
      {mailboxes.length > 0 ? (
        <div className="poster-mailboxes">
          <Drawing name="megaphone" size={[340, 240]} className="poster-megaphone" />
          {mailboxes.map(([label, address]) => (
            <Mailbox key={label} label={label} address={address} />
          ))}
        </div>
      ) : (
        <p className="poster-column poster-sentence text-3xl md:text-5xl">
          Adresa na koju nam možeš pisati stiže uskoro.
        </p>
      )}
      <div className="poster-column poster-ways">
        <a href={mapAddress} className="poster-route">
          <MapDrawing />
          <span>
            <span className="poster-type block text-5xl md:text-6xl">Kako do nas</span>
            <span className="mt-2 block text-lg font-medium">
              {festival.place || festival.name} na karti, s tobom na njoj.
            </span>
          </span>
        </a>
        {networksOf(festival).length > 0 && (
          <div className="flex flex-col justify-center gap-4">
            <h2 className="poster-type text-5xl md:text-6xl">Na mrežama</h2>
            <SocialLinks festival={festival} />
          </div>
        )}
      </div>
      <div className="poster-column pb-16 lg:pb-24">
        <TextSections sections={sections} className="poster-topics" />
      </div>
    </>
  )
}

function Mailbox({ label, address }: { label: string; address: string }) {
  return (
    <a href={`mailto:${address}`} className="poster-mailbox">
      <span className="poster-mailbox-label">{label}</span>
      <span className="poster-mailbox-address" style={{ '--letters': address.length }}>
        {address}
      </span>
    </a>
  )
}

/** Drawing of a map pin between crossing streets. */
function MapDrawing() {
  return (
    <svg viewBox="0 0 160 160" aria-hidden="true" className="poster-route-art">
      <path d="M0 0h160v160H0z" className="fill-ink" />
      <path
        d="M-8 118 168 62M36-8l44 176M-8 34l176 84"
        className="fill-none stroke-ink-3"
        strokeWidth="13"
      />
      <path d="M100 8h46v34h-46zM8 66h30v28H8zM112 122h40v30h-40z" className="fill-ink-3" />
      <path d="M80 140 53 83a33 33 0 1 1 54 0Z" className="fill-ember" />
      <circle cx="80" cy="63" r="13" className="fill-ink" />
    </svg>
  )
}
