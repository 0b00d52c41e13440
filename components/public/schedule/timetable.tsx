import { readTimetable } from './read-timetable'

/** The schedule in words, a column for each stage. */
export function Timetable({ text }: { text: string }) {
  return (
    <details className="schedule-words">
      <summary>Satnica kao tekst</summary>
      <div className="grid gap-x-16 gap-y-8 pt-4 md:grid-cols-2">
        {readTimetable(text).map(({ stage, acts }) => (
          <section key={stage}>
            <h2 className="poster-type text-4xl text-ember">{stage}</h2>
            <ul className="mt-3">
              {acts.map((act) => (
                <li key={act} className="border-t-2 border-ink-3 py-2 text-lg">
                  {act}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </details>
  )
}
