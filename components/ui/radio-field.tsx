import { type ComponentProps, useId } from 'react'
import { classes } from './classes'
import { FieldNote } from './field'

interface Choice {
  value: string
  label: string
  hint?: string
}

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value'> {
  label: string
  choices: Choice[]
  hint?: string
  error?: string
}

/** Radio buttons with a hint for each choice. All other props are passed to every input. */
export function RadioField({ label, choices, hint, error, ...input }: Props) {
  const id = useId()
  const note = error ?? hint
  return (
    <fieldset aria-describedby={note ? `${id}-note` : undefined}>
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <div
        className={classes(
          'divide-y divide-edge overflow-hidden rounded-md border bg-panel',
          error ? 'border-stop' : 'border-edge',
        )}
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            htmlFor={`${id}-${choice.value}`}
            className="flex min-h-11 cursor-pointer gap-3 px-4 py-2 has-checked:bg-panel-2"
          >
            <input
              {...input}
              id={`${id}-${choice.value}`}
              type="radio"
              value={choice.value}
              className="mt-1 size-5 shrink-0 accent-accent"
            />
            <span>
              <span className="block font-semibold">{choice.label}</span>
              {choice.hint && <span className="block text-sm text-muted">{choice.hint}</span>}
            </span>
          </label>
        ))}
      </div>
      <FieldNote id={id} hint={hint} error={error} />
    </fieldset>
  )
}
