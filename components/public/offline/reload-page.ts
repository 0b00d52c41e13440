/** Interval in ms at which a page that waits with its reload checks its fields again. */
const CHECK_INTERVAL_MS = 1_000

/**
 * Reloads the page, but not while a field contains something that the visitor has entered: then as
 * soon as it is sent or deleted. Returns a function that cancels the reload.
 */
export function reloadPage(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const reload = () => {
    if (hasInput()) timer = setTimeout(reload, CHECK_INTERVAL_MS)
    else location.reload()
  }
  reload()
  return () => clearTimeout(timer)
}

/** Whether a field of the page differs from its initial value. */
const hasInput = () =>
  [...document.querySelectorAll('input')].some(
    ({ value, defaultValue, checked, defaultChecked }) =>
      value !== defaultValue || checked !== defaultChecked,
  )
