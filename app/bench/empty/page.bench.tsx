/** Benchmark baseline for cached pages: a static page that is almost empty. */
export default function Empty() {
  return <p>empty</p>
}
