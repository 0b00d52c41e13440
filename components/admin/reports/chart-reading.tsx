interface Props {
  heading: string
  numbers: [word: string, n: number][]
}

/** The numbers of the chosen bar; a screen reader has them from the bar itself. */
export function ChartReading({ heading, numbers }: Props) {
  return (
    <div aria-hidden="true" className="w-full rounded-md bg-panel-2 px-3 py-2 sm:w-auto">
      <p className="text-sm font-semibold tabular-nums">{heading}</p>
      <p className="flex flex-wrap gap-x-3 text-sm">
        {numbers.map(([word, n]) => (
          <span key={word} className="whitespace-nowrap">
            {word} <strong className="inline-block min-w-5 tabular-nums">{n}</strong>
          </span>
        ))}
      </p>
    </div>
  )
}
