/** Makes the status of the page that shows it 404 (lib/server/page-html.ts). `notFound()` would send a document without words. */
export const NotFoundStatus = () => <meta name="status" content="404" />
