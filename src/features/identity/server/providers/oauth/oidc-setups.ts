import type { AuthFile } from '~/platform/config/auth-file'
import type { OidcSetup } from './oidc-provider'
import { findPreset } from './presets'

const SCOPES = ['openid', 'email', 'profile']

type Setup = Omit<OidcSetup, 'redirectUri' | 'patienceMs'> & { appClientIds?: readonly string[] }

/** Returns the setup of an OpenID Connect preset, such as Google, or of a provider that the operator named. */
export function findOidc(auth: AuthFile, name: string): Setup | undefined {
  const client = findClient(auth, name)
  if (client === undefined) return undefined
  const { label, issuer, clientId, clientSecret: secret, scopes = [], appClientIds } = client
  return { name, label, issuer, clientId, secret, scopes: [...SCOPES, ...scopes], appClientIds }
}

function findClient(auth: AuthFile, name: string) {
  const preset = findPreset(name)
  if (preset?.issuer === undefined) return Object.hasOwn(auth.oidc, name) ? auth.oidc[name] : undefined
  const client = auth[preset.name]
  return client && { label: preset.label, ...client, issuer: client.issuer ?? preset.issuer }
}

/** Returns the setup of a company with OpenID Connect, 'sso:<id>'. Its label is its first domain. */
export function findOidcSso(auth: AuthFile, name: string): Setup | undefined {
  const entry = auth.sso.find(({ id }) => name === `sso:${id}`)
  if (entry?.kind !== 'oidc') return undefined
  const { domains, issuer, clientId, clientSecret: secret } = entry
  return { name, label: domains[0] ?? name, issuer, clientId, secret, scopes: SCOPES, domains }
}
