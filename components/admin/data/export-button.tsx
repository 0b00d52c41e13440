'use client'

import { DownloadButton } from './download-button'
import { useListAddress } from './list'

interface Props {
  /** Fetches the spreadsheet for the current search and order of the list. */
  file: (shown: { search: string; ordering: string | null }) => Promise<File>
}

/**
 * Button that downloads all pages of a list as a spreadsheet, with the current search and order.
 */
export function ExportButton({ file }: Props) {
  const { search, ordering } = useListAddress().view
  return <DownloadButton file={() => file({ search, ordering })}>Izvoz</DownloadButton>
}
