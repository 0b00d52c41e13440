import AdminNotFound from '../not-found'

export { metadata } from '../not-found'

/** Not-found page for every unknown URL under /admin, inside the layout of the back office. */
export default function UnknownPage() {
  return <AdminNotFound />
}
