import '../poster/phases.css'
import { formatPoints } from '@/lib/leaderboard/rules'
import type { LeaderboardEntry } from '@/lib/leaderboard/schema'
import type { PublicFestival } from '@/lib/site/types'
import { FittedType } from '../fitted-type'
import { Prose } from '../prose'

/** First screen of the home page after the event night: thanks, and a sunrise over the crowd. */
export function Dawn({ festival }: { festival: PublicFestival }) {
  return (
    <section className="dawn">
      <div className="dawn-text">
        <p className="poster-type poster-slogan">
          {festival.name} {festival.year}
        </p>
        <h1 className="text-signal">
          <FittedType text="Svanulo je" />
        </h1>
        <p className="poster-sentence dawn-thanks">Hvala, vidimo se na {festival.edition + 1}.</p>
      </div>
      <div aria-hidden="true" className="dawn-art">
        <div className="dawn-record" />
        <div className="dawn-sun" />
        <div className="dawn-crowd" />
      </div>
    </section>
  )
}

/** Number of leaderboard entries on the home page. */
const MAX_SCORES = 5

interface AfterwardsProps {
  /** Information about lost property, written by the organisers (site text `home.izgubljeno`). */
  lost?: string
  /** Best scores of the game; empty while the game is hidden. */
  scores: LeaderboardEntry[]
}

/**
 * Sections of the home page after the event night: lost property, and the best scores of the game.
 */
export function Afterwards({ lost, scores }: AfterwardsProps) {
  if (!lost && scores.length === 0) return null
  return (
    <div className="poster-column afterwards">
      {lost && (
        <section>
          <h2 className="poster-type">Izgubljeno i nađeno</h2>
          <Prose text={lost} className="mt-5" />
        </section>
      )}
      {scores.length > 0 && (
        <section>
          <h2 className="poster-type">
            <a href="/igrica" className="poster-way">
              Najbolji u igrici
            </a>
          </h2>
          <ol className="afterwards-scores">
            {scores.slice(0, MAX_SCORES).map(({ id, name, score }, i) => (
              <li key={id}>
                <span aria-hidden="true">{i + 1}</span>
                <bdi>{name}</bdi>
                <span>{formatPoints(score)}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  )
}
