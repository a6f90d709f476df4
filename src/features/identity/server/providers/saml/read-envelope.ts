import { z } from 'zod'
import { formatAcsAddress } from './service-provider'

// The parser that also verifies the signature: two parsers could read the same XML differently.
const importParser = () => import('@node-saml/node-saml/lib/xml.js')

// SHA-1 has collisions; only these two transforms don't change the content.
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

/** The part around the assertion, which need not be signed. */
type Envelope =
  | { xml: string }
  /** The company reports a failure: the OAuth error code for it. */
  | { error: 'access_denied' | 'server_error' }

/**
 * Returns the XML of a posted SAMLResponse after these checks: no document type and so no entities, no comments that
 * could split a name, no weak algorithms, addressed to us, and successful.
 * @throws Error with the reason, for the log
 */
export async function readEnvelope(posted: string, publicUrl: string): Promise<Envelope> {
  const xml = Buffer.from(posted, 'base64')
    .toString('utf8')
    .replace(/^\uFEFF/, '')
  if (xml.includes('<!')) throw new Error('a document type, a comment or CDATA in a SAML response')
  if (xml.lastIndexOf('<?') > 0) throw new Error('a processing instruction in a SAML response')
  // Attribute names have only one spelling, so this finds all of them; values could be escaped, and are then refused.
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
