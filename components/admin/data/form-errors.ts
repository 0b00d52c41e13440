import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import type { ApiError } from '@/lib/http/client'

/**
 * Puts the server's errors on the fields that they are about, and the keyboard on the
 * first of them; what belongs to no field of this form stands under `root`.
 */
export function showServerErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: ApiError,
): void {
  const known = Object.entries(error.fields).filter(([name]) => name in form.getValues())
  known.forEach(([name, messages], i) => {
    form.setError(name as Path<Values>, { message: messages[0] }, { shouldFocus: i === 0 })
  })
  if (known.length === 0) form.setError('root', { message: error.detail })
}
