import type { AuthFile } from '~/platform/config/auth-file'
import type { OidcSetup } from './oidc-provider'

const SCOPES = ['openid', 'email', 'profile']

type Setup = Omit<OidcSetup, 'redirectUri' | 'patienceMs'>

/** Google, or a provider that the operator named. */
export function findOidc(auth: AuthFile, name: string): Setup | undefined {
  const client =
    name === 'google'
      ? auth.google && {
          label: 'Google',
          ...auth.google,
          issuer: auth.google.issuer ?? 'https://accounts.google.com',
        }
      : Object.hasOwn(auth.oidc, name)
        ? auth.oidc[name]
        : undefined
  if (client === undefined) return undefined
  const { label, issuer, clientId, clientSecret: secret, scopes = [] } = client
  return { name, label, issuer, clientId, secret, scopes: [...SCOPES, ...scopes] }
}

/** 'sso:<id>' of an entry that speaks OpenID; the button is called after its first domain. */
export function findOidcSso(auth: AuthFile, name: string): Setup | undefined {
  const entry = auth.sso.find(({ id }) => name === `sso:${id}`)
  if (entry?.kind !== 'oidc') return undefined
  const { domains, issuer, clientId, clientSecret: secret } = entry
  return { name, label: domains[0] ?? name, issuer, clientId, secret, scopes: SCOPES, domains }
}
