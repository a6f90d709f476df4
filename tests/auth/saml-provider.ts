import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { createCertificate } from '../support/certificate'

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const NAMES = 'urn:oasis:names:tc:SAML:2.0'

/** The data that the company asserts about a person, and deliberate faults of its response. */
export interface Employee {
  nameId?: string
  format?: string
  attributes?: Record<string, string | string[]>
  /** Overrides values in the response: Audience, InResponseTo, … */
  lies?: Record<string, string>
  signs?: 'assertion' | 'response' | 'both'
  with?: 'its key' | 'its old key' | 'another key' | 'sha1'
  /** Changes the response after it was signed. */
  forge?: (xml: string) => string
}

/**
 * Starts samlify as a company's identity provider on a local port. Employees sign in by entering their name; a reserved
 * name cancels. `meet` gives it our metadata.
 */
export async function startSamlProvider(employees: Record<string, Employee>) {
  setSchemaValidator({ validate: async () => 'not looked at here' })
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const entityId = `${origin}/saml`
  const signInUrl = `${origin}/saml/sign-in?tenant=7`
  const keys = {
    'its key': createCertificate('the company'),
    'its old key': createCertificate('the company, before'),
    'another key': createCertificate('the company'),
  }
  const answers: { SAMLResponse: string; RelayState: string }[] = []
  const asked: URLSearchParams[] = []
  let metadata = ''

  function identityProvider(key: Employee['with'] = 'its key') {
    const { privateKey, certificate } = keys[key === 'sha1' ? 'its key' : key]
    return IdentityProvider({
      entityID: entityId,
      privateKey,
      signingCert: certificate,
      singleSignOnService: [{ Binding: `${NAMES}:bindings:HTTP-Redirect`, Location: signInUrl }],
      singleLogoutService: [{ Binding: `${NAMES}:bindings:HTTP-Redirect`, Location: signInUrl }],
      ...(key === 'sha1' && { requestSignatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    })
  }

  async function answerTo(search: URLSearchParams, name: string): Promise<string> {
    const { lies, signs = 'assertion', with: key, forge, ...said } = employees[name] ?? {}
    const wanted = metadata.replace(
      'WantAssertionsSigned="true"',
      `WantAssertionsSigned="${signs !== 'response'}"`,
    )
    const sp = ServiceProvider({ metadata: wanted, wantMessageSigned: signs !== 'assertion' })
    const idp = identityProvider(key)
    const request = await idp.parseLoginRequest(sp, 'redirect', { query: Object.fromEntries(search) })
    const { id } = request.extract.request ?? {}
    const made = await idp.createLoginResponse(sp, { extract: request.extract }, 'post', {}, (template) => ({
      id: 'unused',
      context: write(template, { ...said, tags: { ...tagsFor(String(id), name), ...lies } }),
    }))
    const xml = Buffer.from(made.context, 'base64').toString('utf8')
    return Buffer.from(forge?.(xml) ?? xml).toString('base64')
  }

  function tagsFor(id: string, name: string): Record<string, string> {
    const read = (pattern: RegExp) => pattern.exec(metadata)?.[1] ?? ''
    const acs = read(/ Location="([^"]+)"/)
    return {
      ID: `_${crypto.randomUUID()}`,
      AssertionID: `_${crypto.randomUUID()}`,
      IssueInstant: minutes(0),
      Issuer: entityId,
      Destination: acs,
      SubjectRecipient: acs,
      Audience: read(/entityID="([^"]+)"/),
      InResponseTo: id,
      Status: name === 'nobody' ? 'Responder AuthnFailed' : 'Success',
      ConditionsNotBefore: minutes(0),
      ConditionsNotOnOrAfter: minutes(5),
      SubjectConfirmationDataNotOnOrAfter: minutes(5),
    }
  }

  async function pageFor(search: URLSearchParams, name: string): Promise<string> {
    const RelayState = search.get('RelayState') ?? ''
    const SAMLResponse = await answerTo(search, name)
    answers.push({ SAMLResponse, RelayState })
    const acs = / Location="([^"]+)"/.exec(metadata)?.[1]
    const fields = Object.entries({ SAMLResponse, RelayState }).map(
      ([field, value]) => `<input type="hidden" name="${field}" value="${value}">`,
    )
    return `<form id="form_post" method="post" action="${acs}">${fields.join('')}</form>`
  }

  server.on('request', (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', origin)
    response.setHeader('content-type', 'text/html')
    if (request.method === 'GET') {
      asked.push(searchParams)
      response.end('<form method="post"><input name="person"></form>')
      return
    }
    let body = ''
    request.on('data', (piece) => (body += String(piece)))
    request.on('end', () => {
      const name = new URLSearchParams(body).get('person') ?? ''
      void pageFor(searchParams, name).then((page) => response.end(page))
    })
  })

  return {
    entityId,
    signInUrl,
    certificates: [keys['its old key'].certificate, keys['its key'].certificate],
    answers,
    asked,
    meet: (ours: string) => (metadata = ours),
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Formats the time `count` minutes from now as SAML does. */
export function minutes(count: number): string {
  return new Date(Date.now() + count * 60_000).toISOString()
}

function write(
  template: string,
  {
    nameId = 'somebody',
    format = PERSISTENT,
    attributes = {},
    tags,
  }: Pick<Employee, 'nameId' | 'format' | 'attributes'> & { tags: Record<string, string> },
): string {
  const lines = Object.entries(attributes).map(([name, value]) => {
    const values = [value].flat().map((one) => `<saml:AttributeValue>${one}</saml:AttributeValue>`)
    return `<saml:Attribute Name="${name}">${values.join('')}</saml:Attribute>`
  })
  const statement =
    lines.length === 0 ? '' : `<saml:AttributeStatement>${lines.join('')}</saml:AttributeStatement>`
  const signedIn = `<saml:AuthnStatement AuthnInstant="${tags['IssueInstant']}"><saml:AuthnContext><saml:AuthnContextClassRef>${NAMES}:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
  const { Status = '', ...plain } = tags
  const status = Status.split(' ').reduceRight(
    (inner, code) => `<samlp:StatusCode Value="${NAMES}:status:${code}">${inner}</samlp:StatusCode>`,
    '',
  )
  const filled = template
    .replace('<samlp:StatusCode Value="{StatusCode}"/>', status)
    .replace('{AuthnStatement}', signedIn)
    .replace('{AttributeStatement}', statement)
  return SamlLib.replaceTagsByValue(filled, { ...plain, NameID: nameId, NameIDFormat: format })
}
