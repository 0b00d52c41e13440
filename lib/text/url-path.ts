/** Returns the path of a request URL, without query and fragment. */
export const pathOfUrl = (url: string): string => url.slice(0, url.search(/[?#]|$/))
