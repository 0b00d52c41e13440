import { Select } from './field'

interface Props {
  label: string
  /** Label of the option that removes the filter, such as `Sve vrste` (all kinds). */
  all: string
  choices: { value: string | number; label: string }[]
  value: string | number | null | undefined
  onChoose: (value: string | null) => void
  className?: string
}

/** Select for a filter: one of the choices, or all. */
export function FilterSelect({ label, all, choices, value, onChoose, className }: Props) {
  return (
    <Select
      label={label}
      className={className}
      value={value ?? ''}
      onChange={({ target }) => onChoose(target.value || null)}
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  )
}
