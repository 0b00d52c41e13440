import { FittedType } from './fitted-type'

interface Props {
  title: string
  /** The organisers' own words. */
  lead?: string
}

/** How a page begins: its name as large as half the poster, and what it is about. */
export function PageHead({ title, lead }: Props) {
  return (
    <header className="poster-column grid gap-5 pt-8 lg:grid-cols-[5fr_6fr] lg:items-end lg:gap-x-16 lg:pt-12">
      <h1 className="text-signal">
        <FittedType text={title} />
      </h1>
      {lead && <p className="poster-sentence max-w-2xl text-3xl md:text-5xl">{lead}</p>}
    </header>
  )
}
