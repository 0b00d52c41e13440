import { useId } from 'react'

interface Props {
  /** In percent. */
  value: number
  onChange: (value: number) => void
}

/** How strongly the floor plan covers the map. */
export function OpacitySlider({ value, onChange }: Props) {
  const id = useId()
  return (
    <div className="campus-map-slider">
      <label htmlFor={id} className="font-semibold">
        Vidljivost tlocrta
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={5}
        value={value}
        aria-valuetext={`${value} %`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <output htmlFor={id}>{value} %</output>
    </div>
  )
}
