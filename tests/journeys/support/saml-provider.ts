import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { createCertificate } from './certificate'

const SAML = 'urn:oasis:names:tc:SAML:2.0'

/**
 * Runs samlify as an identity provider on a local port. It accepts every name as an email at @venue.example, and
 * complete emails unchanged. The name `nobody` is refused, and responses for `forged` are signed with another key.
 */
export async function startSamlProvider() {
  setSchemaValidator({ validate: async () => 'not looked at here' })
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const company = { entityId: `${origin}/saml`, signInUrl: `${origin}/saml/sign-in` }
  const [own, another] = [createCertificate('the company'), createCertificate('somebody else')]
  let ours = ''

  async function answer(request: IncomingMessage): Promise<string> {
    const { searchParams } = new URL(request.url ?? '/', origin)
    if (request.method === 'GET')
      return page(
        '<form method="post"><label>Name <input name="person"></label><button>Continue</button></form>',
      )
    const name = new URLSearchParams(await bodyOf(request)).get('person') ?? ''
    const keys = name === 'forged' ? another : own
    const SAMLResponse = await respond(searchParams, { name, keys, ours, ...company })
    const RelayState = searchParams.get('RelayState') ?? ''
    const fields = Object.entries({ SAMLResponse, RelayState }).map(
      ([field, value]) => `<input type="hidden" name="${field}" value="${value}">`,
    )
    // The form submits itself, as that of every identity provider does.
    return page(
      `<form method="post" action="${acsIn(ours)}">${fields.join('')}</form><script>document.forms[0].submit()</script>`,
    )
  }

  server.on('request', (request, response: ServerResponse) => {
    response.setHeader('content-type', 'text/html')
    void answer(request).then((html) => response.end(html))
  })
  return {
    ...company,
    certificates: [own.certificate],
    /** Sets our metadata, once the product's address is known. */
    meet: (metadata: string) => void (ours = metadata),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Keys = ReturnType<typeof createCertificate>
type Asked = { name: string; keys: Keys; ours: string; entityId: string; signInUrl: string }

/** Creates the identity provider's response to our request, as base64. */
async function respond(search: URLSearchParams, asked: Asked): Promise<string> {
  const { name, keys, ours, entityId, signInUrl } = asked
  const binding = { Binding: `${SAML}:bindings:HTTP-Redirect`, Location: signInUrl }
  const idp = IdentityProvider({
    entityID: entityId,
    privateKey: keys.privateKey,
    signingCert: keys.certificate,
    singleSignOnService: [binding],
    singleLogoutService: [binding],
  })
  const sp = ServiceProvider({ metadata: ours })
  const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query: Object.fromEntries(search) })
  const soon = new Date(Date.now() + 300_000).toISOString()
  const now = new Date().toISOString()
  const email = name.includes('@') ? name : `${name}@venue.example`
  const status =
    name === 'nobody'
      ? `<samlp:StatusCode Value="${SAML}:status:Responder"><samlp:StatusCode Value="${SAML}:status:AuthnFailed"/></samlp:StatusCode>`
      : `<samlp:StatusCode Value="${SAML}:status:Success"/>`
  const made = await idp.createLoginResponse(sp, { extract }, 'post', {}, (template) => ({
    id: 'unused',
    context: SamlLib.replaceTagsByValue(
      template
        .replace('<samlp:StatusCode Value="{StatusCode}"/>', status)
        .replace(
          '{AuthnStatement}',
          `<saml:AuthnStatement AuthnInstant="${now}"><saml:AuthnContext><saml:AuthnContextClassRef>${SAML}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
        )
        .replace(
          '{AttributeStatement}',
          `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
        ),
      {
        ID: `_${crypto.randomUUID()}`,
        AssertionID: `_${crypto.randomUUID()}`,
        IssueInstant: now,
        Issuer: entityId,
        Destination: acsIn(ours),
        SubjectRecipient: acsIn(ours),
        Audience: /entityID="([^"]+)"/.exec(ours)?.[1] ?? '',
        InResponseTo: String(extract.request?.['id']),
        ConditionsNotBefore: now,
        ConditionsNotOnOrAfter: soon,
        SubjectConfirmationDataNotOnOrAfter: soon,
        NameID: name,
        NameIDFormat: `${SAML}:nameid-format:persistent`,
      },
    ),
  }))
  return made.context
}

const acsIn = (metadata: string): string => / Location="([^"]+)"/.exec(metadata)?.[1] ?? ''

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>Venue</title><link rel="icon" href="data:,"><main>${body}</main></html>`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const piece of request) body += String(piece)
  return body
}
