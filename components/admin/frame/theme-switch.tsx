'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useTheme } from 'next-themes'
import { RadioGroup } from 'radix-ui'

const THEMES = [
  { value: 'light', label: 'Svijetlo', icon: Sun },
  { value: 'dark', label: 'Tamno', icon: Moon },
  { value: 'system', label: 'Sustav', icon: Monitor },
]

/** Light, dark, or whatever the device says. Shown only where the browser has rendered. */
export function ThemeSwitch() {
  const { theme, setTheme } = useTheme()
  return (
    <RadioGroup.Root
      aria-label="Izgled"
      value={theme}
      onValueChange={setTheme}
      className="grid grid-cols-3 gap-1 rounded-lg bg-panel-2 p-1"
    >
      {THEMES.map(({ value, label, icon: Icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className="flex min-h-11 items-center justify-center gap-2 rounded-md text-sm font-semibold data-[state=checked]:bg-panel data-[state=checked]:shadow-sm"
        >
          <Icon aria-hidden="true" className="size-4" />
          {label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
