/**
 * Sets the text of a field as if it was typed. Uses the setter of the prototype, because React
 * ignores a change that is made through the setter of the element itself.
 */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const own = Object.getPrototypeOf(field)
  Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
