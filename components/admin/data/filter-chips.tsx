import { classes } from '@/components/ui/classes'
import { formatNumber } from '@/components/ui/format-number'

interface Props {
  legend: string
  choices: { value: string | null; label: string; count?: number }[]
  chosen: string | null
  onChange: (value: string | null) => void
}

/** Filter whose choices are all visible as buttons, each with the number of matching rows. */
export function FilterChips({ legend, choices, chosen, onChange }: Props) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ value, label, count }) => {
        const isOn = value === chosen
        return (
          <button
            key={value ?? 'all'}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(value)}
            className={classes(
              'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 font-semibold',
              isOn
                ? 'border-text bg-text text-ground'
                : 'border-edge bg-panel text-text hover:bg-panel-2',
            )}
          >
            {label}
            <span className={classes('tabular-nums', !isOn && 'text-muted')}>
              {count === undefined ? '–' : formatNumber(count)}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}
