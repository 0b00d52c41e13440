import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

/**
 * Empties a form for the next one, with the keyboard where that begins. In this order: a
 * form that has been reset knows its fields from the next render on.
 */
export function startNext<Values extends FieldValues, Sent extends FieldValues>(
  form: UseFormReturn<Values, unknown, Sent>,
  first: Path<Values>,
  empty: Values,
): void {
  form.setFocus(first)
  form.reset(empty)
}
