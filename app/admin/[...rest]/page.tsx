import AdminNotFound from '../not-found'

export { metadata } from '../not-found'

/** Every address under /admin that is no page: not found, inside the staff frame. */
export default function UnknownPage() {
  return <AdminNotFound />
}
