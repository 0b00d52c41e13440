import { type Ref, type RefCallback, type RefObject, useLayoutEffect, useRef } from 'react'
import { typeInto } from './type-into'

/**
 * Takes over text that was typed into an input before hydration, as on a slow phone. Otherwise the
 * first render after that would restore the text from the server.
 */
export function useTypedBeforeHydration(
  box: RefObject<HTMLInputElement | null>,
  rendered: string,
  onTyped: (text: string) => void,
): void {
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    if (!isFirst.current) return
    isFirst.current = false
    const text = box.current?.value ?? ''
    if (text !== rendered) onTyped(text)
  })
}

const seenElements = new WeakSet<Element>()

/**
 * Keeps text that was typed before hydration, for a field that its form fills when it registers the
 * field: types the text into the field again. For the `ref` of an input or a textarea.
 */
export function keepTypedBeforeHydration<E extends HTMLInputElement | HTMLTextAreaElement>(
  ref: Ref<E> | undefined,
): RefCallback<E> {
  return (element) => {
    const typed = element && !seenElements.has(element) ? element.value : ''
    if (element) seenElements.add(element)
    if (typeof ref === 'function') ref(element)
    else if (ref) ref.current = element
    if (!element || typed === '' || element.value === typed) return
    queueMicrotask(() => typeInto(element, typed))
  }
}
