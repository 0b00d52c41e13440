'use client'

import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from 'sonner'
import { Button } from '@/components/ui/button'
import type { ApiError } from '@/lib/api-client/client'

interface Props {
  file: () => Promise<File>
  children: ReactNode
  look?: 'primary' | 'quiet'
}

/** Button that downloads a file. An error toast tells the user if the download fails. */
export function DownloadButton({ file, children, look }: Props) {
  const { mutate, isPending } = useMutation<File, ApiError>({
    mutationFn: file,
    onSuccess: saveFile,
    onError: ({ detail }) => toast.error(`Preuzimanje nije uspjelo. ${detail}`),
  })
  return (
    <Button look={look} pending={isPending} onClick={() => mutate()}>
      {!isPending && <Download aria-hidden="true" className="size-4" />}
      <span className="contents">{children}</span>
    </Button>
  )
}

/** Makes the browser save the file in its download folder. */
export function saveFile(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
}
