import type { RefObject } from 'react'

interface Props {
  ref: RefObject<HTMLInputElement | null>
  label: string
  accept: string
  /** Straight from the camera of a phone. */
  isCamera?: boolean
  onFile: (file: File) => void
}

/** Behind its button: the browser's own would speak the browser's language. */
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
        // So that the same file may be chosen again.
        target.value = ''
        if (file) onFile(file)
      }}
    />
  )
}
