/** The floor for cached pages: a static page with nothing on it. */
export default function Empty() {
  return <p>empty</p>
}
