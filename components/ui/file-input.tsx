import type { RefObject } from 'react'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  /** Whether the file is taken directly with the camera of a phone. */
  isCamera?: boolean
  onFile: (file: File) => void
}

/**
 * Hidden file input that another button opens. The native button would have a label in the language
 * of the browser.
 */
export function FileInput({ ref, label, accept, isCamera = false, onFile }: Props) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      capture={isCamera ? 'environment' : undefined}
      aria-label={label}
      className="hidden"
      onChange={({ target }) => {
        const [file] = target.files ?? []
        // Cleared, so that choosing the same file again triggers `onChange`.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
