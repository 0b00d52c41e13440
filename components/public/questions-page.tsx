import './poster/questions.css'
import { ACCESS_KEYS, questionsOf, type Texts } from '@/lib/translations/rules'
import { PageHead } from './fitted-type'
import { Prose } from './prose'

type AccessKey = (typeof ACCESS_KEYS)[number]

/**
 * Name and drawing of the sign of each accessibility topic. The drawing is an SVG path on a 64 × 64
 * grid, all in one stroke width.
 */
const SIGNS: Record<AccessKey, [name: string, drawing: string]> = {
  'pristupacnost.put': [
    'Put bez stepenica',
    'M31 9a4 4 0 1 0 .1 0zM31 20v15h13l6 14M31 26h10M25 29a12.500 12.500 0 1 0 17 16M4 60l56-5',
  ],
  'pristupacnost.petlja': [
    'Indukcijska petlja',
    'M14 26a15 15 0 0 1 30 0c0 10-10 11-10 20a8 8 0 0 1-15 3M22 27a7 7 0 0 1 14 0c0 5-5 6-6 10M45 45h15M52.500 45v15',
  ],
  'pristupacnost.pratnja': [
    'Pratnja',
    'M21 7a5 5 0 1 0 .1 0zM45 14a5 5 0 1 0 .1 0zM21 24v18l-7 18M21 42l7 18M45 31v14l-6 15M45 45l6 15M10 38l11-11 12 9 12-4 9 10',
  ],
  'pristupacnost.ostalo': ['I još ovo', 'M32 5a27 27 0 1 0 .1 0zM32 28v20M32 15v5'],
}

/** Page `/pitanja`: accessibility of the festival, and frequent questions (rule 12.22). */
export function QuestionsPage({ texts }: { texts: Texts }) {
  const signs = ACCESS_KEYS.flatMap((key) => {
    const text = texts[key]?.trim()
    return text ? [{ key, text }] : []
  })
  const questions = questionsOf(texts)
  return (
    <>
      <PageHead title="Pitanja i pristupačnost" lead={texts['pristupacnost.lead']} />
      {signs.length > 0 && (
        <section id="pristupacnost" aria-label="Pristupačnost" className="pt-10 lg:pt-16">
          <ul className="poster-column access-signs">
            {signs.map(({ key, text }) => (
              <AccessSign key={key} topic={key} text={text} />
            ))}
          </ul>
        </section>
      )}
      {questions.length > 0 && (
        <section
          id="pitanja"
          className="poster-column questions"
          itemScope
          itemType="https://schema.org/FAQPage"
        >
          <div className="questions-head">
            <h2 className="min-w-0 poster-type text-[min(3.75rem,16.5vw)] md:text-8xl">
              Svi pitaju
            </h2>
            <QuestionMark />
          </div>
          <div>
            {questions.map(({ number, title }) => (
              <Question
                key={number}
                id={`pitanje-${number}`}
                title={title}
                answer={texts[`pitanja.text${number}`] ?? ''}
              />
            ))}
          </div>
        </section>
      )}
    </>
  )
}

/** One accessibility topic: its sign, drawn as enamel on a tram wire, and its text. */
function AccessSign({ topic, text }: { topic: AccessKey; text: string }) {
  const [name, drawing] = SIGNS[topic]
  return (
    <li id={topic.replace('.', '-')}>
      <svg viewBox="0 0 64 64" aria-hidden="true" className="access-sign">
        <path d={drawing} />
      </svg>
      <h2 className="poster-sentence text-4xl">{name}</h2>
      <Prose text={text} />
    </li>
  )
}

interface QuestionProps {
  /** Element id of the answer. A URL with this anchor opens the question. */
  id: string
  title: string
  answer: string
}

/** One question, drawn as a vinyl record whose needle comes down when the answer opens. */
function Question({ id, title, answer }: QuestionProps) {
  return (
    <details
      className="question"
      itemScope
      itemProp="mainEntity"
      itemType="https://schema.org/Question"
    >
      <summary>
        <h3 className="poster-sentence" itemProp="name">
          {title}
        </h3>
      </summary>
      <div id={id} itemScope itemProp="acceptedAnswer" itemType="https://schema.org/Answer">
        <div itemProp="text">
          <Prose text={answer} />
        </div>
        <a href={`#${id}`} className="poster-link poster-tap text-sm">
          Poveznica na odgovor
        </a>
      </div>
    </details>
  )
}

/** Drawing of a question mark made of rails, with a vinyl record as its dot. */
function QuestionMark() {
  return (
    <svg viewBox="0 0 200 300" aria-hidden="true" className="question-mark">
      <path d="M38 84a62 62 0 1 1 96 52c-24 16-34 30-34 62" />
      <path d="M38 84a62 62 0 1 1 96 52c-24 16-34 30-34 62" />
      <circle cx="100" cy="254" r="38" />
      <circle cx="100" cy="254" r="27" />
      <circle cx="100" cy="254" r="14" />
    </svg>
  )
}
