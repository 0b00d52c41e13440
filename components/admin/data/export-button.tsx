'use client'

import { DownloadButton } from './download-button'
import { useListAddress } from './list'

interface Props {
  /** Asks for the file of what is searched for, in the order that is shown. */
  file: (shown: { search: string; ordering: string | null }) => Promise<File>
}

/** What a list shows, all its pages of it, as a spreadsheet to keep. */
export function ExportButton({ file }: Props) {
  const { search, ordering } = useListAddress().view
  return <DownloadButton file={() => file({ search, ordering })}>Izvoz</DownloadButton>
}
