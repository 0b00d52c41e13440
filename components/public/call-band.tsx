interface Props {
  title: string
  /** How large its letters are. */
  size: string
  words: string
  address: string
  action: string
}

/** A torn strip across the page with one thing to do. */
export const CallToActionBanner = ({ title, size, words, address, action }: Props) => (
  <section className="poster-band">
    <div className="poster-column flex flex-col items-start gap-6 md:flex-row md:items-end md:justify-between">
      <div>
        <h2 className={`poster-type ${size}`}>{title}</h2>
        <p className="mt-4 max-w-md text-lg font-medium">{words}</p>
      </div>
      <a href={address} className="poster-button bg-ink text-paper">
        {action}
      </a>
    </div>
  </section>
)
