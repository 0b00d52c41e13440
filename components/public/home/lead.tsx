/** What the night is about, in the organisers' own words (translation `home.lead`). */
export function Lead({ children }: { children: string }) {
  return (
    <p className="poster-column poster-sentence pt-16 text-4xl text-pretty md:text-6xl lg:pt-24">
      {children}
    </p>
  )
}
