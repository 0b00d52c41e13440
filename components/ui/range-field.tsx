import { type ComponentProps, useId } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> {
  label: string
  labelClass: string
  /** Value as text, shown after the slider; undefined shows none. */
  output?: string
  onChange: (value: number) => void
}

/** Slider with a label. The page that uses it provides the styles. */
export function RangeField({ label, labelClass, output, onChange, ...input }: Props) {
  const id = useId()
  return (
    <>
      <label htmlFor={id} className={labelClass}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        type="range"
        onChange={({ target }) => onChange(Number(target.value))}
      />
      {output && <output htmlFor={id}>{output}</output>}
    </>
  )
}
