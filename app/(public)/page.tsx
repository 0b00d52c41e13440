import type { Metadata } from 'next'
import { ByPhase, UntilEnd } from '@/components/public/by-phase'
import { CrowdLevelSign } from '@/components/public/home/crowd-level-sign'
import { Afterwards, Dawn } from '@/components/public/home/dawn'
import { ComingSoon, FestivalData, Hero, Lead, SignupCall } from '@/components/public/home/home'
import { Night } from '@/components/public/home/night'
import { LineupTeaser } from '@/components/public/lineup/lineup-teaser'
import { ProgrammeTeaser } from '@/components/public/programme/programme-teaser'
import { SponsorWall } from '@/components/public/sponsors/sponsors-page'
import { getPhaseSnapshot } from '@/lib/phase/cached'
import { getFestival } from '@/lib/site/festival'
import {
  getArtwork,
  getFullnessShown,
  getProgramme,
  getPublicLineup,
  getPublicSponsors,
  getTexts,
  getTopScores,
  getVisibility,
} from '@/lib/site/reads'
import { countdownTarget, isLive, menuPages, type PublicPage } from '@/lib/visibility/rules'

export const metadata: Metadata = { alternates: { canonical: '/' } }

export default async function Home() {
  const [visibility, { phase, at }, festival, texts, { pictures }] = await Promise.all([
    getVisibility(),
    getPhaseSnapshot(),
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
        phase={phase}
        countdownTo={countdownTo}
      />
    )

  const { flags } = visibility
  const pages = menuPages(visibility, phase)
  const linkTo = (address: PublicPage['address']) =>
    pages.find((page) => page.address === address)?.address
  const signup = linkTo('/brucosi')
  const clock = { phase, times: festival }
  const performers = flags.LINEUP_VISIBILITY ? await getPublicLineup() : []
  const sets = flags.SATNICA_VISIBILITY && !isOver ? await getProgramme() : []
  const crowdLevel = (await getFullnessShown()) && <CrowdLevelSign />
  return (
    <>
      <FestivalData
        festival={festival}
        startsAt={festival.opensAt ?? countdownTo}
        performers={performers}
        sellsTickets={flags.ULAZNICA_VISIBILITY && !isOver}
      />
      <ByPhase
        {...clock}
        before={
          <>
            <Hero
              festival={festival}
              pictures={pictures}
              countdownTo={countdownTo}
              ticketsAddress={linkTo('/ulaznice')}
            >
              {crowdLevel}
            </Hero>
            {signup && <SignupCall address={signup} />}
          </>
        }
        night={
          <Night
            festival={festival}
            sets={sets}
            servedAt={at}
            hasFloorPlan={flags.TLOCRT_VISIBILITY}
            showsSales={flags.ULAZNICA_VISIBILITY}
            crowdLevel={crowdLevel}
          />
        }
        after={
          <>
            <Dawn festival={festival} />
            <Afterwards
              lost={texts['home.izgubljeno']}
              scores={isOver && flags.IGRICA_VISIBILITY ? await getTopScores() : []}
            />
          </>
        }
      />
      {texts['home.lead'] && (
        <UntilEnd {...clock}>
          <Lead>{texts['home.lead']}</Lead>
        </UntilEnd>
      )}
      {sets.length > 0 && (
        <UntilEnd {...clock}>
          <ProgrammeTeaser sets={sets} />
        </UntilEnd>
      )}
      {flags.LINEUP_VISIBILITY && <LineupTeaser performers={performers} />}
      {flags.SPONSORS_VISIBILITY && <SponsorWall sponsors={await getPublicSponsors()} />}
    </>
  )
}
