import { createHash } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import { AUTH_SERVICE_PATH } from '../../../rules/auth-service-path'
import type { SamlEntry } from './saml-entry'

/** Loaded with the first person who comes that way. */
const saml = () => import('@node-saml/node-saml')

/** How far a company's clock may be off, ms. */
export const SKEW_MS = 60 * 1000

/** What we are called at every company: the address of our metadata, as GoTrue has it. */
export function entityIdOf(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/sso/saml/metadata`
}

/** Where companies post their answers. */
export function acsAddress(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/sso/saml/acs`
}

/** We as one company sees us, for one request: nothing but the answer to `requestId` is taken. */
export async function serviceProvider(
  entry: SamlEntry,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
): Promise<SAML> {
  const { SAML: Provider, ValidateInResponseTo } = await saml()
  return new Provider({
    issuer: entityIdOf(publicUrl),
    audience: entityIdOf(publicUrl),
    callbackUrl: acsAddress(publicUrl),
    entryPoint: entry.signInUrl,
    idpCert: entry.certificates,
    wantAssertionsSigned: true,
    // Most companies sign the assertion alone, and it is all that is read.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    // How people are named, and how they show who they are, is the company's business.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // Which requests are open is kept with the flow, for every process of the house.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}

/** What a company's administrator loads into their side; the same for each of them. */
export async function describeOurselves(publicUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await saml()
  const issuer = entityIdOf(publicUrl)
  return generateServiceProviderMetadata({
    issuer,
    callbackUrl: acsAddress(publicUrl),
    identifierFormat: null,
    wantAssertionsSigned: true,
    // The same text at every reading: some compare.
    generateUniqueId: () => `_${createHash('sha256').update(issuer).digest('hex').slice(0, 32)}`,
  })
}
