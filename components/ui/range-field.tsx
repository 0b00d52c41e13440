import { type ComponentProps, useId } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'> {
  label: string
  labelClass: string
  /** The value in words, where it is written out behind the slider. */
  output?: string
  onChange: (value: number) => void
}

/** A slider and its name; the looks are those of the page that it stands on. */
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
