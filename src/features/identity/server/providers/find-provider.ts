import type { AuthFile } from '~/platform/config/auth-file'
import { AUTH_SERVICE_PATH } from '../../rules/auth-service-path'
import type { IdentityContext } from '../context'
import { findSamlEntry } from './saml/saml-entry'
import { createSamlProvider } from './saml/saml-provider'
import { createAppleProvider } from './oauth/apple'
import { type OidcSetup, createOidcProvider } from './oauth/oidc-provider'
import { findOidc, findOidcSso } from './oauth/oidc-setups'
import { findPreset } from './oauth/presets'
import type { Provider } from './provider'

/** Returns our callback URL. It is the same for every provider, and the operator registers it with each. */
export function getCallbackAddress(publicUrl: string): string {
  return `${publicUrl}${AUTH_SERVICE_PATH}/callback`
}

/** Returns the provider of this name, also 'sso:<id>'; undefined when it is not configured. */
export function findProvider(
  { config, providerPatienceMs: patienceMs }: Pick<IdentityContext, 'config' | 'providerPatienceMs'>,
  name: string,
): Provider | undefined {
  const { auth, publicUrl } = config
  const ours = { redirectUri: getCallbackAddress(publicUrl), patienceMs }
  if (name === 'apple') return auth.apple && createAppleProvider({ ...auth.apple, ...ours })
  const preset = findPreset(name)
  if (preset?.create !== undefined) {
    const client = auth[preset.name]
    return client && preset.create({ ...client, ...ours })
  }
  const entry = findSamlEntry(auth, name)
  if (entry !== undefined) return createSamlProvider({ entry, publicUrl })
  const setup = findOidc(auth, name) ?? findOidcSso(auth, name)
  return setup && createOidcProvider({ ...setup, ...ours } satisfies OidcSetup)
}

/** Finds a company by its id or domain. */
export function findSsoProvider(
  auth: AuthFile,
  given: { id?: string | null | undefined; domain?: string | null | undefined },
): AuthFile['sso'][number] | undefined {
  const id = given.id?.toLowerCase()
  const domain = given.domain?.trim().toLowerCase()
  return auth.sso.find((entry) =>
    id ? entry.id.toLowerCase() === id : domain !== undefined && entry.domains.includes(domain),
  )
}
