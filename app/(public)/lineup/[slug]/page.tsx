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

/** Whole, at the first request: only so is whoever is not there not found by the status too. */
export const ensureStatic = 'navigation'
export const instant = false

/** A build knows nobody, but has to make one; `0` is no performer's address ever. */
export const generateStaticParams = () => [{ slug: '0' }]

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const performer = await findPerformer((await params).slug)
  if (!performer) return {}
  const { name, slug, biography } = performer
  const [festival, sets] = await Promise.all([getFestival(), playedBy(performer.id)])
  const where = sets.map(({ when, stage }) => `${when}, ${stage}`).join('; ')
  const story = paragraphsOf(biography)[0] ?? `${name} na festivalu ${festival.name}.`
  return {
    title: name,
    description: [where, story].filter(Boolean).join('. ').slice(0, LONGEST),
    alternates: { canonical: performerAddress(slug) },
  }
}

/** Letters of a description that a search or a shared link shows. */
const LONGEST = 200

export default async function Performer({ params }: Props) {
  await requireVisiblePage('/lineup')
  const performer = await findPerformer((await params).slug)
  if (!performer) notFound()
  return (
    <PerformerPage
      performer={performer}
      performers={await getPublicLineup()}
      sets={await playedBy(performer.id)}
    />
  )
}

/** When and where, while visitors may know. */
const playedBy = async (id: number) =>
  isOpen(await getVisibility(), '/satnica') ? setsByPerformer(await getProgramme())(id) : []
