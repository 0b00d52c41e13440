import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PerformerPage } from '@/components/public/lineup/performer-page'
import { setsByPerformer } from '@/components/public/lineup/performer-sets'
import { paragraphsOf, performerAddress } from '@/lib/lineup/rules'
import { getFestival } from '@/lib/site/festival'
import { getProgramme, getPublicLineup, getVisibility } from '@/lib/site/reads'
import { isOpen } from '@/lib/visibility/rules'
import { requireVisiblePage } from '../../open-page'
import { findPerformer } from './find-performer'

type Props = PageProps<'/lineup/[slug]'>

/**
 * Renders the whole page before the response starts. Only then does an unknown performer get status
 * 404.
 */
export const ensureStatic = 'navigation'
export const instant = false

/**
 * Next.js requires at least one path at build time, when no performer is known. `0` is never the
 * slug of a performer.
 */
export const generateStaticParams = () => [{ slug: '0' }]

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  // The metadata of a page that is not found is in its data for the router.
  if (!isOpen(await getVisibility(), '/lineup')) return {}
  const performer = await findPerformer((await params).slug)
  if (!performer) return {}
  const { name, slug, biography } = performer
  const [festival, sets] = await Promise.all([getFestival(), listVisibleSets(performer.id)])
  const appearances = sets.map(({ when, stage }) => `${when}, ${stage}`).join('; ')
  const story = paragraphsOf(biography)[0] ?? `${name} na festivalu ${festival.name}.`
  return {
    title: name,
    description: [appearances, story].filter(Boolean).join('. ').slice(0, MAX_DESCRIPTION_LENGTH),
    alternates: { canonical: performerAddress(slug) },
  }
}

/** Maximum length, in characters, of the description for search engines and shared links. */
const MAX_DESCRIPTION_LENGTH = 200

export default async function Performer({ params }: Props) {
  await requireVisiblePage('/lineup')
  const performer = await findPerformer((await params).slug)
  if (!performer) notFound()
  return (
    <PerformerPage
      performer={performer}
      performers={await getPublicLineup()}
      sets={await listVisibleSets(performer.id)}
    />
  )
}

/**
 * Returns the sets of a performer with time and stage. Empty while the timetable is hidden from
 * visitors.
 */
const listVisibleSets = async (id: number) =>
  isOpen(await getVisibility(), '/satnica') ? setsByPerformer(await getProgramme())(id) : []
