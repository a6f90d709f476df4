import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import type { IdentityContext } from '../context'
import { findSamlEntry } from './saml/saml-entry'
import { samlProvider } from './saml/saml-provider'
import { apple } from './oauth/apple'
import { discord } from './oauth/discord'
import { facebook } from './oauth/facebook'
import { github } from './oauth/github'
import { type OidcSetup, oidcProvider } from './oauth/oidc-provider'
import { findOidc, findOidcSso } from './oauth/oidc-setups'
import { spotify } from './oauth/spotify'
import type { Provider } from './provider'

/** The callback of every provider, which is registered with them. */
export function callbackAddress(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/callback`
}

const plain = { github, discord, facebook, spotify }
type Plain = keyof typeof plain

/** Returns the provider of this name, also 'sso:<id>'; undefined when it is not set up. */
export function findProvider(
  { config, providerPatienceMs: patienceMs }: Pick<IdentityContext, 'config' | 'providerPatienceMs'>,
  name: string,
): Provider | undefined {
  const { auth, publicUrl } = config
  const ours = { redirectUri: callbackAddress(publicUrl), patienceMs }
  if (name === 'apple') return auth.apple && apple({ ...auth.apple, ...ours })
  if (Object.hasOwn(plain, name)) {
    // One of the keys, as just checked.
    const known = name as Plain
    const client = auth[known]
    return client && plain[known]({ ...client, ...ours })
  }
  const entry = findSamlEntry(auth, name)
  if (entry !== undefined) return samlProvider({ entry, publicUrl })
  const setup = findOidc(auth, name) ?? findOidcSso(auth, name)
  return setup && oidcProvider({ ...setup, ...ours } satisfies OidcSetup)
}
