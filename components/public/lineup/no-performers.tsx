/** Instead of the performers, while there are none. */
export function NoPerformers() {
  return (
    <p className="mt-6 max-w-md text-lg">
      Imena još držimo iza pozornice. Čim prvo izađe na svjetlo, ovdje ćeš ga vidjeti.
    </p>
  )
}
