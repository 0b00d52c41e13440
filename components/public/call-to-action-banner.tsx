interface Props {
  title: string
  /** CSS classes that set the font size of the title. */
  size: string
  text: string
  address: string
  action: string
}

/** Banner across the page with a title, a sentence and one link, drawn as a torn strip of paper. */
export const CallToActionBanner = ({ title, size, text, address, action }: Props) => (
  <section className="poster-band">
    <div className="poster-column flex flex-col items-start gap-6 md:flex-row md:items-end md:justify-between">
      <div>
        <h2 className={`poster-type ${size}`}>{title}</h2>
        <p className="mt-4 max-w-md text-lg font-medium">{text}</p>
      </div>
      <a href={address} className="poster-button bg-ink text-paper">
        {action}
      </a>
    </div>
  </section>
)
