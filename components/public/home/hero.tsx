import { FittedType } from '../fitted-type'
import { PosterPicture } from '../poster-picture'
import { StartTime } from './start-time'

interface Props {
  festivalName: string
  countdownTo: string | null
}

/** The poster itself: the name stands on the bottom edge, in front of the crowd. */
export function Hero({ festivalName, countdownTo }: Props) {
  return (
    <section className="poster-hero">
      <PosterPicture
        name="poster"
        alt="Mjesec nalik gramofonskoj ploči nad noćnim Zagrebom, ispod njega bend na pozornici i publika podignutih ruku"
        className="poster-hero-art"
      />
      <div className="poster-hero-name">
        <h1>
          <FittedType text={festivalName} className="poster-cutout" />
        </h1>
      </div>
      <div className="poster-hero-text">
        <p className="poster-type text-[max(2.25rem,4.2vw)] leading-[1.08] text-signal">
          Noć kojom počinje fakultet
        </p>
        <StartTime target={countdownTo} />
      </div>
    </section>
  )
}
