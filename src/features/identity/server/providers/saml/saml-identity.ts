import { isEmail, normalizeEmail } from '~/lib/email'
import { oneLine } from '~/lib/single-line-text'
import type { ProviderIdentity } from '../provider'
import type { Signed } from './read-assertion'
import type { SamlEntry } from './saml-entry'
import type { SamlError } from './saml-provider'

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

/** Returns the identity that a company asserts. It is trusted for emails of its own domains only. */
export function toProviderIdentity(
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
    // A transient name id changes with every sign-in.
    subject: nameIdFormat === TRANSIENT ? email : nameId,
    email,
    hasVerifiedEmail: true,
    fullName: oneLine(fullName).slice(0, 200) || undefined,
    claims: { iss: entry.entityId },
  }
}
