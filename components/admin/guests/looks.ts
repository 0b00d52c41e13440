/** The columns of the guest table; on a phone a row is two lines of two. */
export const CELLS =
  'grid items-center gap-x-4 px-4 [&>*]:min-w-0 [&>*]:truncate max-md:grid-cols-[minmax(0,1fr)_7.25rem] max-md:content-center md:grid-cols-[minmax(0,1.1fr)_minmax(0,1.2fr)_6.5rem_minmax(0,1.2fr)_8rem_8rem] lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1.2fr)_6.5rem_minmax(0,1.2fr)_minmax(0,1.7fr)_8rem_8rem]'

/** Its heights are those of ROW in guest-table.tsx. */
export const ROW_LOOK =
  'absolute inset-x-0 top-0 h-17 border-b border-edge md:h-12 hover:bg-panel-2 has-[a:focus-visible]:outline-3 has-[a:focus-visible]:-outline-offset-3 has-[a:focus-visible]:outline-accent'
