import { createHash } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import { AUTH_SERVICE_PATH } from '../../../rules/auth-service-path'
import type { SamlEntry } from './saml-entry'

/** Loads the library with the first sign-in that needs it. */
const importSaml = () => import('@node-saml/node-saml')

/** Accepted clock difference of a company's server, in milliseconds. */
export const SKEW_MS = 60 * 1000

/** Returns our entity id at every company: the URL of our metadata, as in GoTrue. */
export function formatEntityId(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/sso/saml/metadata`
}

/** Returns the URL to which companies post their responses. */
export function formatAcsAddress(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/sso/saml/acs`
}

/** Creates our service provider for one company and one request: only the response to `requestId` is accepted. */
export async function createServiceProvider(
  entry: SamlEntry,
  { publicUrl, requestId }: { publicUrl: string; requestId: string },
): Promise<SAML> {
  const { SAML: Provider, ValidateInResponseTo } = await importSaml()
  return new Provider({
    issuer: formatEntityId(publicUrl),
    audience: formatEntityId(publicUrl),
    callbackUrl: formatAcsAddress(publicUrl),
    entryPoint: entry.signInUrl,
    idpCert: entry.certificates,
    wantAssertionsSigned: true,
    // Most companies sign only the assertion, and nothing else is read.
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: SKEW_MS,
    // The company decides how it identifies people and how they authenticate.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // Replaces the library's cache: the stored flow knows the open request, in every process.
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (id) => (id === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}

/** Returns the metadata that a company’s administrator loads; the same for every company. */
export async function createServiceProviderMetadata(publicUrl: string): Promise<string> {
  const { generateServiceProviderMetadata } = await importSaml()
  const issuer = formatEntityId(publicUrl)
  return generateServiceProviderMetadata({
    issuer,
    callbackUrl: formatAcsAddress(publicUrl),
    identifierFormat: null,
    wantAssertionsSigned: true,
    // Fixed, because some administrators compare the metadata with an earlier download.
    generateUniqueId: () => `_${createHash('sha256').update(issuer).digest('hex').slice(0, 32)}`,
  })
}
