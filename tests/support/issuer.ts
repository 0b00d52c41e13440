import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'

export interface Account {
  email: string
  email_verified: boolean
  name: string
  hd?: string
}

export interface Issuer {
  url: string
  clientId: string
  clientSecret: string
  /**
   * Signs an ID token of this issuer, as a program would send it. `claims` replaces single claims.
   */
  idToken: (account: Account, claims?: JWTPayload) => Promise<string>
  stop: () => Promise<void>
}

const CLIENT = { clientId: 'festival', clientSecret: 'festival-secret' }

/**
 * Starts a real OpenID issuer on loopback with all its endpoints. Its sign-in page offers the given
 * accounts as links, like the account chooser of Google.
 */
export async function startIssuer(
  accounts: Record<string, Account>,
  redirectUris: string[],
): Promise<Issuer> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: redirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: ['test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/choose/${uid}` },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    conformIdTokenClaims: false,
    extraParams: ['hd'],
    claims: { openid: ['sub', 'hd'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id, ...accounts[id] }) }),
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({
        clientId: client?.clientId,
        accountId: session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(url, configuration)
  const handle = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const [, page, , chosen] = new URL(request.url ?? '/', url).pathname.split('/')
    if (page !== 'choose') {
      // Removes the prompt that makes Google show its chooser. This issuer does not know the
      // prompt, and always shows its chooser.
      request.url = request.url?.replace('&prompt=select_account', '')
      return handle(request, response)
    }
    if (chosen)
      return provider.interactionFinished(request, response, { login: { accountId: chosen } })
    const currentPath = request.url?.replace(/\/$/, '')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(
      Object.entries(accounts)
        .map(([id, { email }]) => `<p><a href="${currentPath}/${id}">${email}</a></p>`)
        .join(''),
    )
  })

  return {
    url,
    ...CLIENT,
    idToken: (account, claims = {}) =>
      new SignJWT({ ...account, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'test' })
        .setSubject(account.email)
        .setIssuer(String(claims.iss ?? url))
        .setAudience(String(claims.aud ?? CLIENT.clientId))
        .setIssuedAt()
        .setExpirationTime(claims.exp ?? '5m')
        .sign(privateKey),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
