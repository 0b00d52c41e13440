import { FittedType } from '../fitted-type'
import { PosterPicture } from '../poster-picture'
import { StartTime } from './start-time'

interface Props {
  festivalName: string
  /** The organisers' own words (translation `home.comingsoon`). */
  lead?: string
  countdownTo: string | null
}

/** What stands at the address before the site opens: the curtain is still closed. */
export function ComingSoon({ festivalName, lead, countdownTo }: Props) {
  return (
    <section className="poster-curtain">
      <PosterPicture
        name="coming-soon"
        alt="Netko proviruje kroz zatvoreni zastor pozornice i drži gramofonsku ploču"
        className="poster-curtain-art"
      />
      <div className="poster-curtain-name">
        <p className="poster-type poster-edged text-3xl text-signal lg:text-5xl">Uskoro</p>
        <h1 className="mt-3">
          <FittedType text={festivalName} className="poster-cutout" />
        </h1>
        <p className="mt-2 -ml-2 w-fit max-w-sm bg-ink px-2 py-1 font-semibold sm:text-lg">
          {lead ?? 'Zastor je još spušten. Svrati opet koji dan.'}
        </p>
      </div>
      <div className="poster-curtain-time">
        <StartTime target={countdownTo} />
      </div>
    </section>
  )
}
