import { typeInto } from '@/components/ui/type-into'

/** In ms: so long the desk may take to be there. */
const WITHIN = 5_000

/** Types the JMBAG of a fresher who was found into the desk's own field, once that is there. */
export function handToDesk(jmbag: string): void {
  const begun = performance.now()
  const look = () => {
    const field = document.querySelector<HTMLInputElement>('main #jmbag')
    if (!field) {
      if (performance.now() - begun < WITHIN) requestAnimationFrame(look)
      return
    }
    typeInto(field, jmbag)
    field.focus()
  }
  requestAnimationFrame(look)
}
