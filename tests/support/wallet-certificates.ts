import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { tempDir } from './temp-dir'

export const PASS_TYPE = 'pass.hr.example.karta'
export const TEAM = 'A1B2C3D4E5'

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' }).toString()

/** Reason why the signature tests cannot run on this machine; null if they can. */
export const noOpenssl = (() => {
  try {
    return openssl('version') ? null : 'openssl printed no version'
  } catch {
    return 'there is no openssl on this machine, which makes and checks the certificates'
  }
})()

export interface Chain {
  dir: string
  root: string
  /** Path of the intermediate certificate (PEM). `certificate` and `key` belong to the signer. */
  wwdr: string
  certificate: string
  key: string
  /** Issues a certificate of this chain to the given name, valid for `days` days. */
  issue: (name: string, options?: { uid?: string; days?: number }) => Issued
  /** Environment variables that configure Apple Wallet. */
  env: Record<string, string>
}

interface Issued {
  certificate: string
  key: string
}

/** Creates a root, an intermediate and a signer certificate like those of Apple. For tests only. */
export function makeChain(): Chain {
  const dir = tempDir()
  const file = (name: string) => join(dir, name)
  const newKey = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', file(`${name}.key`)]
  const root = file('root.pem')
  openssl(
    ...[
      'req',
      '-x509',
      ...newKey('root'),
      '-out',
      root,
      '-days',
      '30',
      '-subj',
      '/CN=Test Root CA',
    ],
    ...['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=keyCertSign'],
  )
  const sign = (
    name: string,
    [subject, by, extensions, days = 30]: [string, string, string, number?],
  ) => {
    const [request, certificate] = [file(`${name}.csr`), file(`${name}.pem`)]
    const conf = file(`${name}.ext`)
    writeFileSync(conf, extensions)
    openssl('req', '-new', ...newKey(name), '-out', request, '-subj', subject)
    openssl(
      ...['x509', '-req', '-in', request, '-out', certificate, '-extfile', conf],
      ...['-CA', file(`${by}.pem`), '-CAkey', file(`${by}.key`), '-CAcreateserial'],
      ...['-days', String(days)],
    )
    return { certificate, key: file(`${name}.key`) }
  }
  const wwdr = sign('wwdr', [
    '/CN=Test Developer Relations/O=Test/C=HR',
    'root',
    'basicConstraints=critical,CA:TRUE\nkeyUsage=keyCertSign',
  ]).certificate
  const issue: Chain['issue'] = (name, { uid = PASS_TYPE, days } = {}) =>
    sign(name, [
      `/UID=${uid}/CN=Pass Type ID: ${uid}/OU=${TEAM}/O=Test/C=HR`,
      'wwdr',
      'keyUsage=digitalSignature\nextendedKeyUsage=clientAuth',
      days,
    ])
  const signer = issue('signer')
  const env = {
    APPLE_WALLET_PASS_TYPE: PASS_TYPE,
    APPLE_WALLET_TEAM: TEAM,
    APPLE_WALLET_CERTIFICATE: signer.certificate,
    APPLE_WALLET_KEY: signer.key,
    APPLE_WALLET_WWDR: wwdr,
  }
  return { dir, root, wwdr, ...signer, issue, env }
}

/** Writes the signer's key, encrypted with a passphrase, to a file and returns the path. */
export function encryptKey(chain: Chain, passphrase: string): string {
  const encryptedKey = join(chain.dir, 'locked.key')
  openssl(
    'pkcs8',
    '-topk8',
    '-in',
    chain.key,
    '-out',
    encryptedKey,
    '-passout',
    `pass:${passphrase}`,
  )
  return encryptedKey
}

const open = promisify(yauzl.fromBuffer) as (
  bytes: Buffer,
  options: yauzl.Options,
) => Promise<yauzl.ZipFile>

/** Returns the files of a wallet pass by their names. */
export async function unpack(pass: Buffer): Promise<Record<string, Buffer>> {
  const zip = await open(pass, { lazyEntries: true })
  const files: Record<string, Buffer> = {}
  for await (const entry of entries(zip)) {
    const read = promisify(zip.openReadStream.bind(zip)) as (
      of: yauzl.Entry,
    ) => Promise<NodeJS.ReadableStream>
    files[entry.fileName] = await buffer(await read(entry))
  }
  return files
}

async function* entries(zip: yauzl.ZipFile) {
  for (let left = zip.entryCount; left > 0; left--) {
    const next = once(zip, 'entry')
    zip.readEntry()
    const [entry] = await next
    yield entry as yauzl.Entry
  }
}

/**
 * Verifies a detached signature of these bytes with openssl, trusting only this root. Returns null
 * if it is valid, otherwise the error.
 */
export function signatureProblem(
  chain: Chain,
  signature: Buffer,
  content: Buffer,
  root = chain.root,
): string | null {
  const [signaturePath, manifestPath] = [
    join(chain.dir, 'signature'),
    join(chain.dir, 'manifest.json'),
  ]
  writeFileSync(signaturePath, signature)
  writeFileSync(manifestPath, content)
  try {
    openssl(
      ...['smime', '-verify', '-inform', 'DER', '-in', signaturePath, '-content', manifestPath],
      ...['-CAfile', root, '-purpose', 'any', '-out', join(chain.dir, 'out')],
    )
    return readFileSync(join(chain.dir, 'out')).equals(content) ? null : 'other content'
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr)
  }
}
