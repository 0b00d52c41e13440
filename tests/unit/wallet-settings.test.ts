import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSettings } from '@/lib/config/settings'
import {
  type Chain,
  encryptKey,
  makeChain,
  noOpenssl,
  PASS_TYPE,
  TEAM,
} from '../support/wallet-certificates'

if (noOpenssl) process.stderr.write(`The settings of Apple Wallet are not tested: ${noOpenssl}.\n`)

const DEMO = '0'
const problemOf = (env: Record<string, string | undefined>, now?: Date) => {
  try {
    parseSettings({ DEMO, ...env }, now)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

describe.skipIf(noOpenssl)('the settings of Apple Wallet', () => {
  const chain: Chain = noOpenssl ? (null as never) : makeChain()
  const text = (path: string) => readFileSync(path, 'utf8')

  it('are read from files, from texts and from texts on one line, and are null if unset', () => {
    const inOneLine = (path: string) => text(path).replaceAll('\n', '\\n')
    const read = (env: Record<string, string>) => parseSettings({ DEMO, ...env }).wallets.apple
    const fromFiles = read(chain.env)
    expect(fromFiles).toMatchObject({
      passType: PASS_TYPE,
      team: TEAM,
      pushUrl: 'https://api.push.apple.com',
    })
    const { certificate, key, wwdr } = chain
    for (const form of [text, inOneLine])
      expect(
        read({
          ...chain.env,
          APPLE_WALLET_CERTIFICATE: form(certificate),
          APPLE_WALLET_KEY: form(key),
          APPLE_WALLET_WWDR: form(wwdr),
        }),
      ).toEqual(fromFiles)
    expect(parseSettings({ DEMO }).wallets).toEqual({ apple: null, google: null })
  })

  it('read an encrypted key only with the right passphrase', () => {
    const locked = { ...chain.env, APPLE_WALLET_KEY: encryptKey(chain, 'otvori se') }
    const open = { ...locked, APPLE_WALLET_KEY_PASSPHRASE: 'otvori se' }
    expect(parseSettings({ DEMO, ...open }).wallets.apple?.key).toBe(
      parseSettings({ DEMO, ...chain.env }).wallets.apple?.key,
    )
    for (const passphrase of [undefined, 'ne otvaraj se'])
      expect(problemOf({ ...locked, APPLE_WALLET_KEY_PASSPHRASE: passphrase })).toMatch(
        /^APPLE_WALLET_KEY is wrong: .*passphrase is not right\.$/,
      )
  })

  it.each(['PASS_TYPE', 'TEAM', 'CERTIFICATE', 'KEY', 'WWDR'])(
    'stop the start without APPLE_WALLET_%s',
    (name) => {
      const sentence = problemOf({ ...chain.env, [`APPLE_WALLET_${name}`]: undefined })
      expect(sentence).toMatch(
        new RegExp(`^APPLE_WALLET_${name} is missing: APPLE_WALLET_[A-Z_]+ needs it\\.$`),
      )
    },
  )

  it('stop the start with an error message for each invalid value', () => {
    const errorOf = (env: Record<string, string>, now?: Date) =>
      problemOf({ ...chain.env, ...env }, now)
    expect(errorOf({ APPLE_WALLET_CERTIFICATE: '/nowhere/pass.pem' })).toBe(
      'APPLE_WALLET_CERTIFICATE is wrong: it is neither the text itself nor the path of a file that can be read.',
    )
    const der = join(chain.dir, 'pass.cer')
    writeFileSync(der, 'no certificate at all')
    expect(errorOf({ APPLE_WALLET_CERTIFICATE: der })).toMatch(
      /CERTIFICATE is wrong: it is not a certificate in PEM format/,
    )
    expect(errorOf({ APPLE_WALLET_KEY: chain.issue('other').key })).toBe(
      'APPLE_WALLET_KEY is wrong: it is not the key of APPLE_WALLET_CERTIFICATE.',
    )
    const foreign = chain.issue('foreign', { uid: 'pass.hr.other' })
    expect(
      errorOf({ APPLE_WALLET_CERTIFICATE: foreign.certificate, APPLE_WALLET_KEY: foreign.key }),
    ).toBe(
      `APPLE_WALLET_CERTIFICATE is wrong: it is issued for pass.hr.other, but APPLE_WALLET_PASS_TYPE is ${PASS_TYPE}.`,
    )
    expect(errorOf({ APPLE_WALLET_TEAM: 'ZZZZZ99999' })).toBe(
      `APPLE_WALLET_TEAM is wrong: the certificate belongs to the team ${TEAM}.`,
    )
    expect(errorOf({ APPLE_WALLET_WWDR: chain.root })).toMatch(
      /^APPLE_WALLET_WWDR is wrong: another certificate signed APPLE_WALLET_CERTIFICATE/,
    )
    expect(errorOf({}, new Date(Date.now() + 31 * 24 * 3_600_000))).toMatch(
      /^APPLE_WALLET_CERTIFICATE is wrong: the certificate expired on \d{4}-\d\d-\d\d\.$/,
    )
    expect(errorOf({ APPLE_WALLET_CERT: 'x' })).toMatch(/^APPLE_WALLET_CERT is not a setting/)
    expect(errorOf({ APPLE_WALLET_PASS_TYPE: 'karta' })).toMatch(/^APPLE_WALLET_PASS_TYPE is wrong/)
  })
})

describe('the settings of Google Wallet', () => {
  const issuer = { GOOGLE_WALLET_ISSUER: '3388000000012345678' }
  const account = (json: object) => ({
    ...issuer,
    GOOGLE_WALLET_SERVICE_ACCOUNT: JSON.stringify(json),
  })

  it('stop the start with an error message if a value is missing or invalid', () => {
    expect(problemOf(issuer)).toBe(
      'GOOGLE_WALLET_SERVICE_ACCOUNT is missing: GOOGLE_WALLET_ISSUER needs it.',
    )
    expect(problemOf(account({ client_email: 'x@example.com' }))).toMatch(
      /^GOOGLE_WALLET_SERVICE_ACCOUNT is wrong: it is not the JSON of a service account/,
    )
    const otherFields = {
      client_email: 'x@example.com',
      token_uri: 'https://oauth2.example.com/token',
    }
    expect(problemOf(account({ ...otherFields, private_key: 'none' }))).toMatch(
      /^GOOGLE_WALLET_SERVICE_ACCOUNT is wrong: it is not a private key/,
    )
    expect(problemOf({ ...account(otherFields), GOOGLE_WALLET_ISSUER: 'festival' })).toMatch(
      /^GOOGLE_WALLET_ISSUER is wrong/,
    )
    expect(problemOf({ ...issuer, GOOGLE_WALLET_SERVICE_ACCOUNT: '/nowhere.json' })).toMatch(
      /neither the text itself nor the path of a file/,
    )
  })
})
