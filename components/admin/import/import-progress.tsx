const WORDS = {
  checking: 'Provjeravamo tablicu …',
  importing: 'Uvozimo …',
}

/** How much of the file has gone out; then that the server is at work. */
export function ImportProgress({ work, sent }: { work: keyof typeof WORDS; sent: number }) {
  const percent = Math.round(sent * 100)
  const isSending = percent < 100
  return (
    <div className="mt-4" role="status">
      <progress
        aria-label={isSending ? 'Slanje datoteke' : WORDS[work]}
        value={isSending ? percent : undefined}
        max={100}
        className="block h-2 w-full accent-accent"
      />
      <p className="mt-1 text-sm tabular-nums">
        {isSending ? `Poslano ${percent} %` : WORDS[work]}
      </p>
    </div>
  )
}
