import { Select } from './field'

interface Props {
  label: string
  /** What it says where nothing is chosen. */
  all: string
  choices: { value: string | number; label: string }[]
  value: string | number | null | undefined
  onChoose: (value: string | null) => void
  className?: string
}

/** One of several, or all of them. */
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
