import { RangeField } from '@/components/ui/range-field'

interface Props {
  /** In percent. */
  value: number
  onChange: (value: number) => void
  labelClass: string
  className?: string
  isWritten?: boolean
}

/** How strongly the floor plan covers the map. */
export function PlanOpacity({ value, isWritten, ...look }: Props) {
  const percent = `${value} %`
  return (
    <RangeField
      {...look}
      label="Vidljivost tlocrta"
      output={isWritten ? percent : undefined}
      max={100}
      step={5}
      min={0}
      value={value}
      aria-valuetext={percent}
    />
  )
}
