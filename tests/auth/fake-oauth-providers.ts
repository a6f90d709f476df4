import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, jwtVerify, SignJWT } from 'jose'

/** The providers' documented responses about one person, by path. */
export type Answers = Record<string, unknown>

interface Grant {
  challenge: string | null
  redirectUri: string | null
  nonce: string | null
}

/**
 * Starts a fake of GitHub, Discord, Facebook, Spotify and Apple on one local port. Every visitor is signed in
 * immediately. Their paths differ, so one server is enough. Codes are exchanged once, with secret and verifier.
 */
export async function startPlainProviders({ secret, publicKey }: { secret: string; publicKey: CryptoKey }) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const apples = await generateKeyPair('RS256', { extractable: true })
  const grants = new Map<string, Grant>()
  const answers: Answers = {}
  const apple: { claims: Record<string, unknown>; user: string | undefined } = { claims: {}, user: undefined }
  const asked: { path: string; search: URLSearchParams; headers: IncomingMessage['headers'] }[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', issuer)
    asked.push({ path: pathname, search: searchParams, headers: request.headers })
    const json = (status: number, value: unknown) =>
      void response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(value))

    if (/\/(?:authorize|dialog\/oauth)$/.test(pathname)) return lead(searchParams, response)
    if (/\/(?:token|access_token)$/.test(pathname)) return json(...(await trade(request)))
    if (pathname === '/.well-known/openid-configuration')
      return json(200, {
        issuer,
        authorization_endpoint: `${issuer}/auth/authorize`,
        token_endpoint: `${issuer}/auth/token`,
        jwks_uri: `${issuer}/auth/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['pairwise'],
        id_token_signing_alg_values_supported: ['RS256'],
        token_endpoint_auth_methods_supported: ['client_secret_post'],
      })
    if (pathname === '/auth/keys')
      return json(200, {
        keys: [{ ...(await exportJWK(apples.publicKey)), kid: 'apple', alg: 'RS256', use: 'sig' }],
      })
    if (!/^Bearer token-\w/.test(request.headers.authorization ?? ''))
      return json(401, { message: 'Bad credentials' })
    return pathname in answers ? json(200, answers[pathname]) : json(503, { message: 'We are busy' })
  }

  function lead(search: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID()
    const redirectUri = search.get('redirect_uri')
    grants.set(code, { challenge: search.get('code_challenge'), redirectUri, nonce: search.get('nonce') })
    const state = search.get('state') ?? ''
    if (search.get('response_mode') === 'form_post') {
      const user =
        apple.user === undefined ? '' : `<input name="user" value="${apple.user.replaceAll('"', '&quot;')}">`
      response.setHeader('content-type', 'text/html')
      return void response.end(
        `form_post <form method="post" action="${redirectUri}"><input name="state" value="${state}"><input name="code" value="${code}">${user}</form>`,
      )
    }
    const back = new URL(redirectUri ?? '')
    back.search = new URLSearchParams({ code, state }).toString()
    response.writeHead(302, { location: back.href }).end()
  }

  async function trade(request: IncomingMessage): Promise<[number, unknown]> {
    let body = ''
    for await (const piece of request) body += String(piece)
    const form = new URLSearchParams(body)
    const grant = grants.get(form.get('code') ?? '')
    grants.delete(form.get('code') ?? '')
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    // GitHub reports errors with status 200.
    if (grant === undefined || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== verifier)
      return [
        200,
        { error: 'bad_verification_code', error_description: 'The code passed is incorrect or expired.' },
      ]
    const basic = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    const given =
      form.get('client_secret') ?? decodeURIComponent((basic.split(':')[1] ?? '').replaceAll('+', ' '))
    if (given !== secret && !(await isApples(given))) return [401, { error: 'invalid_client' }]
    const tokens = {
      access_token: `token-${randomUUID().replaceAll('-', '')}`,
      token_type: 'bearer',
      expires_in: 3600,
    }
    return [200, given === secret ? tokens : { ...tokens, id_token: await idToken(grant.nonce) }]
  }

  /** Verifies the client secret as Apple does: our key and team, Apple as audience, valid for at most half a year. */
  async function isApples(given: string): Promise<boolean> {
    try {
      const { payload, protectedHeader } = await jwtVerify(given, publicKey, {
        algorithms: ['ES256'],
        issuer: 'TEAM123456',
        subject: 'example.backtoback.web',
        audience: issuer,
      })
      return protectedHeader.kid === 'KEY1234567' && (payload.exp ?? 0) - (payload.iat ?? 0) < 15_777_000
    } catch {
      return false
    }
  }

  const idToken = (nonce: string | null) =>
    new SignJWT({ iss: issuer, aud: 'example.backtoback.web', nonce, ...apple.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'apple' })
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(apples.privateKey)

  server.on('request', (request, response) => void answer(request, response))
  return {
    issuer,
    answers,
    apple,
    asked,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
