import { type Ref, type RefCallback, type RefObject, useLayoutEffect, useRef } from 'react'
import { typeInto } from './type-into'

/**
 * Takes over what was typed into a box before the page came alive, as on a slow phone; the
 * first render after that would put back what the server wrote there.
 */
export function useTypedBeforeHydration(
  box: RefObject<HTMLInputElement | null>,
  written: string,
  take: (text: string) => void,
): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    const text = box.current?.value ?? ''
    if (text !== written) take(text)
  })
}

const known = new WeakSet<Element>()

/**
 * The same for a field that its form fills when it learns of it: what stood there by then is
 * put back, as if it were typed now. For the `ref` of an input or a textarea.
 */
export function keepTypedBeforeHydration<E extends HTMLInputElement | HTMLTextAreaElement>(
  ref: Ref<E> | undefined,
): RefCallback<E> {
  return (element) => {
    const typed = element && !known.has(element) ? element.value : ''
    if (element) known.add(element)
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
    if (!element || typed === '' || element.value === typed) return
    queueMicrotask(() => typeInto(element, typed))
  }
}
