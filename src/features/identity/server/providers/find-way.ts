import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import type { IdentityContext } from '../context'
import { findSamlEntry } from '../saml/saml-entry'
import { samlWay } from '../saml/saml-way'
import { apple } from '../ways/apple'
import { discord } from '../ways/discord'
import { facebook } from '../ways/facebook'
import { github } from '../ways/github'
import { type OidcSetup, oidcWay } from '../ways/oidc-way'
import { findOidc, findOidcSso } from '../ways/oidc-setups'
import { spotify } from '../ways/spotify'
import type { Way } from '../ways/way'

/** Where every provider leads back to; this is the address to be written down at theirs. */
export function callbackAddress(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/callback`
}

const plain = { github, discord, facebook, spotify }
type Plain = keyof typeof plain

/** The way of this name, 'sso:<id>' among them; undefined when the operator has not set it up. */
export function findWay(
  { config, providerPatienceMs: patienceMs }: Pick<IdentityContext, 'config' | 'providerPatienceMs'>,
  name: string,
): Way | undefined {
  const { auth, publicUrl } = config
  const ours = { redirectUri: callbackAddress(publicUrl), patienceMs }
  if (name === 'apple') return auth.apple && apple({ ...auth.apple, ...ours })
  if (Object.hasOwn(plain, name)) {
    // One of the keys, as was just looked at.
    const known = name as Plain
    const client = auth[known]
    return client && plain[known]({ ...client, ...ours })
  }
  const entry = findSamlEntry(auth, name)
  if (entry !== undefined) return samlWay({ entry, publicUrl })
  const setup = findOidc(auth, name) ?? findOidcSso(auth, name)
  return setup && oidcWay({ ...setup, ...ours } satisfies OidcSetup)
}
