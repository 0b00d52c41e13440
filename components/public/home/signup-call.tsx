/** The way to the pre-registration, as the poster's loudest shape. */
export function SignupCall({ address }: { address: string }) {
  return (
    <section className="poster-band">
      <div className="poster-column flex flex-col items-start gap-6 md:flex-row md:items-end md:justify-between">
        <div>
          <h2 className="poster-type text-7xl md:text-9xl">Brucoš si?</h2>
          <p className="mt-4 max-w-md text-lg font-medium">
            Upiši se na popis prije nego što dođeš po kartu. Treba ti JMBAG, studentska adresa i
            minuta vremena.
          </p>
        </div>
        <a href={address} className="poster-button bg-ink text-paper">
          Prijavi se
        </a>
      </div>
    </section>
  )
}
