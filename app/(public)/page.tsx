import type { Metadata } from 'next'
import { Fullness } from '@/components/public/home/fullness'
import { ComingSoon, FestivalData, Hero, Lead, SignupCall } from '@/components/public/home/home'
import { LineupTeaser } from '@/components/public/lineup/lineup-teaser'
import { ProgrammeTeaser } from '@/components/public/programme/programme-teaser'
import { SponsorWall } from '@/components/public/sponsors/sponsors-page'
import { UntilEnd } from '@/components/public/until-end'
import {
  getArtwork,
  getFullnessShown,
  getProgramme,
  getPublicLineup,
  getPublicSponsors,
  getTexts,
  getVisibility,
} from '@/lib/cache/reads'
import { getPhase } from '@/lib/phase/cached'
import { getFestival } from '@/lib/settings/cached'
import { countdownTarget, isLive, menuPages, type PublicPage } from '@/lib/visibility/rules'

export const metadata: Metadata = { alternates: { canonical: '/' } }

export default async function Home() {
  const [visibility, phase, festival, texts, { pictures }] = await Promise.all([
    getVisibility(),
    getPhase(),
    getFestival(),
    getTexts(),
    getArtwork(),
  ])
  const isOver = phase === 'after'
  const countdownTo = isOver ? null : countdownTarget(visibility, festival.opensAt)
  if (!isLive(visibility))
    return (
      <ComingSoon
        festival={festival}
        pictures={pictures}
        lead={texts['home.comingsoon']}
        countdownTo={countdownTo}
      />
    )

  const { LINEUP_VISIBILITY, SATNICA_VISIBILITY, SPONSORS_VISIBILITY } = visibility.flags
  const pages = menuPages(visibility, phase)
  const linkTo = (address: PublicPage['address']) =>
    pages.find((page) => page.address === address)?.address
  const signup = linkTo('/brucosi')
  const performers = LINEUP_VISIBILITY ? await getPublicLineup() : []
  return (
    <>
      <FestivalData
        festival={festival}
        startsAt={festival.opensAt ?? countdownTo}
        performers={performers}
        sellsTickets={visibility.flags.ULAZNICA_VISIBILITY && !isOver}
      />
      <Hero
        festival={festival}
        pictures={pictures}
        phase={phase}
        countdownTo={countdownTo}
        ticketsAddress={linkTo('/ulaznice')}
      >
        {(await getFullnessShown()) && <Fullness />}
      </Hero>
      {signup && (
        <UntilEnd phase={phase} closesAt={festival.closesAt}>
          <SignupCall address={signup} />
        </UntilEnd>
      )}
      {texts['home.lead'] && <Lead>{texts['home.lead']}</Lead>}
      {SATNICA_VISIBILITY && <ProgrammeTeaser sets={await getProgramme()} />}
      {LINEUP_VISIBILITY && <LineupTeaser performers={performers} />}
      {SPONSORS_VISIBILITY && <SponsorWall sponsors={await getPublicSponsors()} />}
    </>
  )
}
