import type { IdentityContext } from '../../context'
import { getOwnCallbackUrl } from '../finish-flow'
import { getCallbackAddress } from '../find-provider'
import { findFlow, findStoredProviderData, storeIdentity } from '../flow'
import { withError } from '../redirect-addresses'
import type { ProviderIdentity } from '../provider'
import { readAssertion, type Signed } from './read-assertion'
import { findSamlEntry, type SamlEntry } from './saml-entry'
import { storedRequest, type SamlError } from './saml-provider'
import { isEmail, normalizeEmail } from '~/lib/email'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { z } from 'zod'
import { formatAcsAddress } from './service-provider'
import { consumeBudget } from '../../limits/action-limits'

// node-saml verifies the signature with the same parser: another parser could read the XML differently.
const importParser = () => import('@node-saml/node-saml/lib/xml.js')

// The allowed algorithms. SHA-1 is refused, because collisions can be found. Other transforms could change the
// content.
const ALGORITHMS = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
])

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'

const DENIED_STATUS = /:status:(?:AuthnFailed|RequestDenied|NoPassive)$/

interface StatusCode {
  $: { Value: string }
  StatusCode?: StatusCode[] | undefined
}

const statusCode: z.ZodType<StatusCode> = z.object({
  $: z.object({ Value: z.string() }),
  get StatusCode() {
    return z.array(statusCode).optional()
  },
})

const envelope = z.object({
  Response: z.object({
    $: z.object({ Version: z.literal('2.0'), Destination: z.string().optional() }),
    Status: z.tuple([z.object({ StatusCode: z.tuple([statusCode]) })]),
  }),
})

/** The response without its signed assertion. This outer part doesn't have to be signed. */
type Envelope =
  | { xml: string }
  /** The company reported a failure, given here as an OAuth error code. */
  | { error: 'access_denied' | 'server_error' }

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'

// The default attribute names of Entra, Google, Okta, Shibboleth and Keycloak.
const EMAILS = ['email', 'mail', 'urn:oid:0.9.2342.19200300.100.1.3', `${CLAIMS}/emailaddress`]

const NAMES = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
]

const GIVEN = ['givenName', 'firstName', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`]

const FAMILY = ['sn', 'surname', 'lastName', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`]

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

const UNASKED = 'This sign-in was not requested here, or it took too long. Start from the sign-in page.'

/**
 * Handles the response that a company posts from its site, and returns where to redirect the browser. That is the
 * callback, which requires the cookie of the browser that started the flow, and reports errors. Unsolicited responses
 * lead to our own page.
 * @throws TOO_MANY_REQUESTS
 */
export async function handleSamlResponse(
  context: IdentityContext,
  { state, response }: { state: string | null; response: string },
): Promise<string> {
  const { db, config, limits, ip } = context
  await consumeBudget(limits, 'provider_ip', ip)
  const flow = await findFlow(db, state)
  const entry = flow && findSamlEntry(config.auth, flow.provider)
  if (state === null || flow === undefined || entry === undefined)
    return withError(
      getOwnCallbackUrl(config.publicUrl),
      { error: 'invalid_request', code: 'saml_relay_state_not_found', description: UNASKED },
      { isOwn: true },
    )
  const formatCallback = (parameters: Record<string, string>) =>
    `${getCallbackAddress(config.publicUrl)}?${new URLSearchParams({ state, ...parameters })}`
  const stored = await findStoredProviderData(context, { state, provider: flow.provider })
  // The flow has expired, or is used or identified already. The callback reports which.
  if (stored === undefined) return formatCallback({})
  const outcome = await identifyPerson(context, { entry, response, stored })
  if ('subject' in outcome)
    return (await storeIdentity(context, { state, proof: outcome })) ?? formatCallback({})
  return formatCallback(outcome)
}

async function identifyPerson(
  { config: { publicUrl }, now, log }: IdentityContext,
  { entry, response, stored }: { entry: SamlEntry; response: string; stored: Record<string, unknown> },
): Promise<ProviderIdentity | { fault: SamlError } | { error: string }> {
  try {
    const { requestId } = storedRequest.parse(stored)
    const envelope = await parseEnvelope(response, publicUrl)
    if ('error' in envelope) return envelope
    const signed = await readAssertion(envelope.xml, { entry, publicUrl, requestId, now: now() })
    const proof = toProviderIdentity(entry, signed)
    return typeof proof === 'string' ? { fault: proof } : proof
  } catch (error) {
    // Logged so that an operator who configures a company can see what is wrong.
    log.warn({ err: error, provider: `sso:${entry.id}` }, 'a SAML response was refused')
    return { fault: 'unproven' }
  }
}

/** Returns the identity that a company asserts. It is trusted for emails of its own domains only. */
function toProviderIdentity(
  entry: SamlEntry,
  { nameId, nameIdFormat, attributes }: Signed,
): ProviderIdentity | SamlError {
  const listValues = (names: readonly string[]) => names.flatMap((name) => attributes.get(name) ?? [])
  const { emailAttribute, nameAttribute, domains } = entry
  const emails = (
    emailAttribute === undefined ? [nameId, ...listValues(EMAILS)] : listValues([emailAttribute])
  )
    .map(normalizeEmail)
    .filter(isEmail)
  if (emails.length === 0) return 'address_missing'
  const email = emails.find((address) => domains.includes(address.slice(address.lastIndexOf('@') + 1)))
  if (email === undefined) return 'address_foreign'
  const parts = [GIVEN, FAMILY].flatMap((names) => listValues(names).slice(0, 1)).join(' ')
  const fullName = listValues(nameAttribute === undefined ? NAMES : [nameAttribute])[0] ?? parts
  return {
    provider: `sso:${entry.id}`,
    method: 'sso/saml',
    // A transient name id is new at every sign-in, so the email identifies the person.
    subject: nameIdFormat === TRANSIENT ? email : nameId,
    email,
    hasVerifiedEmail: true,
    fullName: cleanSingleLineText(fullName).slice(0, 200) || undefined,
    claims: { iss: entry.entityId },
  }
}

/**
 * Returns the XML of a posted SAMLResponse after these checks: no document type and so no entities, no comments that
 * could split a name, no weak algorithms, addressed to us, and successful.
 * @throws Error with the reason, for the log
 */
async function parseEnvelope(posted: string, publicUrl: string): Promise<Envelope> {
  const xml = Buffer.from(posted, 'base64')
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  if (xml.includes('<!')) throw new Error('a document type, a comment or CDATA in a SAML response')
  if (xml.lastIndexOf('<?') > 0) throw new Error('a processing instruction in a SAML response')
  // XML can’t escape the name of this attribute, so the pattern finds every algorithm. An escaped value is refused.
  for (const [, quoted = ''] of xml.matchAll(/Algorithm\s*=\s*("[^"]*"|'[^']*')/g))
    if (!ALGORITHMS.has(quoted.slice(1, -1))) throw new Error(`the algorithm ${quoted.slice(0, 100)}`)
  const { parseXml2JsFromString } = await importParser()
  const { $: attributes, Status } = envelope.parse(await parseXml2JsFromString(xml)).Response
  const { Destination } = attributes
  if (Destination !== undefined && Destination !== formatAcsAddress(publicUrl))
    throw new Error(`a SAML response for ${Destination.slice(0, 200)}`)
  const [{ StatusCode }] = Status
  const [code] = StatusCode
  if (code.$.Value === SUCCESS) return { xml }
  const inner = code.StatusCode?.some(({ $ }) => DENIED_STATUS.test($.Value)) === true
  return { error: inner ? 'access_denied' : 'server_error' }
}
