import { useState } from 'react'
import { Field } from '@/components/ui/field'
import type { Corners } from '@/lib/artwork/rules'
import type { LngLat } from '@/lib/map/geo'

const AXES = [
  { axis: 1, label: 'Širina', max: 85 },
  { axis: 0, label: 'Dužina', max: 180 },
] as const

interface Props {
  names: readonly string[]
  corners: Corners
  onMove: (index: number, at: LngLat) => void
}

/** Input fields for the corners of the floor plan, in degrees of latitude and longitude. */
export function CornerFields({ names, corners, onMove }: Props) {
  // Texts that are being typed, which must not be reformatted meanwhile.
  const [typed, setTyped] = useState<Record<string, string>>({})
  return (
    <div className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {names.map((name, i) => (
        <fieldset key={name} className="grid grid-cols-2 gap-x-3">
          <legend className="col-span-2 mb-1 text-sm text-muted">{name}</legend>
          {AXES.map(({ axis, label, max }) => {
            const key = `${i}.${axis}`
            const at = corners[i] as [number, number]
            return (
              <Field
                key={key}
                label={label}
                inputMode="decimal"
                autoComplete="off"
                className="tabular-nums"
                value={typed[key] ?? at[axis].toFixed(6)}
                error={
                  typed[key] !== undefined && parseDegrees(typed[key], max) === null
                    ? 'Upišite broj, primjerice 45.80220.'
                    : undefined
                }
                onBlur={() => setTyped({})}
                onChange={({ target }) => {
                  setTyped({ [key]: target.value })
                  const value = parseDegrees(target.value, max)
                  if (value !== null) onMove(i, axis === 0 ? [value, at[1]] : [at[0], value])
                }}
              />
            )
          })}
        </fieldset>
      ))}
    </div>
  )
}

function parseDegrees(text: string, max: number): number | null {
  const value = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !(Math.abs(value) <= max) ? null : value
}
