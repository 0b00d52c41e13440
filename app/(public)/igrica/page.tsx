import { WordType } from '@/components/public/fitted-type'
import { GamePage } from '@/components/public/game/game-page'
import { getFestival } from '@/lib/site/festival'
import { getTexts, getTopScores, getVisibility } from '@/lib/site/reads'
import { textOf } from '@/lib/translations/rules'
import { isOpen } from '@/lib/visibility/rules'
import { publicMetadata, requireVisiblePage } from '../open-page'

const TERMS = '/uvjeti-koristenja'

export const metadata = publicMetadata('/igrica')

export default async function Igrica() {
  await requireVisiblePage('/igrica')
  const [festival, texts, visibility, top] = await Promise.all([
    getFestival(),
    getTexts(),
    getVisibility(),
    getTopScores(),
  ])
  const title = textOf(texts, 'igrica.title')
  return (
    <GamePage
      title={title}
      gameUrl={festival.gameUrl}
      top={top}
      termsAddress={isOpen(visibility, TERMS) ? TERMS : null}
    >
      <h1 className="text-signal">
        <WordType text={title} className="[--size:3rem] lg:[--size:6rem]" />
      </h1>
      {texts['igrica.lead'] && (
        <p className="mt-2 whitespace-pre-line lg:mt-4 lg:text-xl">{texts['igrica.lead']}</p>
      )}
      <noscript>
        <p className="mt-4 border-l-4 border-ember pl-4 text-lg font-semibold">
          Igra treba uključen JavaScript. Uključi ga u pregledniku, a dotad pogledaj tko vodi.
        </p>
      </noscript>
    </GamePage>
  )
}
