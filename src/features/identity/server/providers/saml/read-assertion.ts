import { z } from 'zod'
import type { SamlEntry } from './saml-entry'
import { formatAcsAddress, createServiceProvider, SKEW_MS } from './service-provider'

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

// xml2js writes an element's attributes to $ and its text to _.
const assertion = z.object({
  Assertion: z.object({
    $: z.object({ Version: z.literal('2.0') }),
    Issuer: z.tuple([z.object({ _: z.string() })]),
    Subject: z.tuple([
      z.object({
        NameID: z.tuple([
          z.object({
            _: z.string().trim().min(1).max(500),
            $: z.object({ Format: z.string().optional() }).optional(),
          }),
        ]),
        SubjectConfirmation: z.array(z.unknown()),
      }),
    ]),
    // Requires a statement that the user authenticated; attributes alone are not enough.
    AuthnStatement: z.array(z.unknown()).min(1),
  }),
})
const bearerOf = z.object({
  $: z.object({ Method: z.literal(BEARER) }),
  SubjectConfirmationData: z.tuple([
    z.object({ $: z.object({ Recipient: z.string(), InResponseTo: z.string(), NotOnOrAfter: z.string() }) }),
  ]),
})

/** The content of an assertion whose signature was verified. */
export interface Signed {
  nameId: string
  nameIdFormat: string | undefined
  /** The text values of each attribute, by its name. */
  attributes: ReadonlyMap<string, readonly string[]>
}

/**
 * Reads the signed assertion of a response. node-saml checks the signature over exactly this assertion, and the
 * response's Conditions, audience and InResponseTo; issuer, recipient and request are checked here, in the signed part.
 * @throws Error with the reason, for the log
 */
export async function readAssertion(
  xml: string,
  { entry, publicUrl, requestId, now }: { entry: SamlEntry; publicUrl: string; requestId: string; now: Date },
): Promise<Signed> {
  const provider = await createServiceProvider(entry, { publicUrl, requestId })
  const { profile } = await provider.validatePostResponseAsync({
    SAMLResponse: Buffer.from(xml, 'utf8').toString('base64'),
  })
  const { Issuer, Subject } = assertion.parse(profile?.getAssertion?.()).Assertion
  const [{ _: issuer }] = Issuer
  if (issuer.trim() !== entry.entityId)
    throw new Error(`an assertion issued by ${issuer.slice(0, 200)} instead of ${entry.entityId}`)
  const [{ NameID, SubjectConfirmation }] = Subject
  const isOurs = SubjectConfirmation.some((confirmation) => {
    const bearer = bearerOf.safeParse(confirmation)
    if (!bearer.success) return false
    const { Recipient, InResponseTo, NotOnOrAfter } = bearer.data.SubjectConfirmationData[0].$
    return (
      Recipient === formatAcsAddress(publicUrl) &&
      InResponseTo === requestId &&
      Date.parse(NotOnOrAfter) > now.getTime() - SKEW_MS
    )
  })
  if (!isOurs) throw new Error('an assertion for another recipient, another request or another time')
  const [name] = NameID
  return {
    nameId: name._,
    nameIdFormat: name.$?.Format,
    attributes: parseAttributes(profile?.['attributes']),
  }
}

function parseAttributes(attributes: unknown): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const [name, value] of Object.entries(z.record(z.string(), z.unknown()).catch({}).parse(attributes))) {
    const values = (Array.isArray(value) ? value : [value]).filter((item) => typeof item === 'string')
    texts.set(
      name,
      values.map((text) => text.trim()).filter((text) => text !== ''),
    )
  }
  return texts
}
