/** How much has gone out so far, from 0 to 1. */
export type OnProgress = (part: number) => void

/** What fetch does with a form, and says how far it has got, which fetch cannot. */
export function sendForm(
  method: string,
  address: string,
  form: FormData,
  onProgress: OnProgress,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.responseType = 'blob'
    call.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    call.onload = () =>
      resolve(new Response(call.status === 204 ? null : call.response, { status: call.status }))
    call.onerror = reject
    call.onabort = reject
    call.ontimeout = reject
    call.open(method, address)
    call.send(form)
  })
}
