import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Creates a self-signed certificate for this machine under the given name. Returns the paths of the
 * certificate and of its key.
 */
export function makeCertificate(dir: string, name: 'DNS:localhost' | 'IP:127.0.0.1') {
  const [certificate, key] = [join(dir, 'cert.pem'), join(dir, 'key.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-keyout',
      key,
      '-out',
      certificate,
      '-days',
      '2',
      '-subj',
      `/CN=${name.split(':')[1]}`,
      '-addext',
      `subjectAltName=${name}`,
    ],
    { stdio: 'pipe' },
  )
  return { certificate, key }
}
