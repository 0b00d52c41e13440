/**
 * A text without HTML tags except line breaks, which lose their attributes (spec section 5).
 * A bare `<` stays, for it may be meant: `< 5 €`.
 */
export function stripTags(text: string): string {
  for (;;) {
    const stripped = text
      .replace(/<br\b[^<>]*>/gi, '<br>')
      .replace(/<(?!br>)(?:\/?[a-z]|!)[^<>]*>/gi, '')
    if (stripped === text) return text
    // What is left may form a tag anew: `<scr<b>ipt>`.
    text = stripped
  }
}
