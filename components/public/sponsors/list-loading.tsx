/** The place of the list, until it is there. */
export function SponsorListLoading() {
  return (
    <div className="poster-column poster-list min-h-svh content-start">
      <p role="status" className="poster-sentence pt-10 text-3xl text-paper-2">
        Popis se otvara …
      </p>
    </div>
  )
}
