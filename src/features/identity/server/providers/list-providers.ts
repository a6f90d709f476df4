import type { AuthFile } from '~/platform/config/auth-file'
import { presetList } from './oauth/presets'

/** Lists the configured providers, in the order of the buttons. */
export function findProviders(auth: AuthFile): { name: string; label: string }[] {
  const known = presetList.filter(({ name }) => auth[name] !== undefined)
  const further = Object.entries(auth.oidc).map(([name, { label }]) => ({ name, label }))
  return [...known, ...further]
}

/** Returns the label of a provider, also of 'sso:<id>'; its name if it is no longer configured. */
export function getProviderLabel(auth: AuthFile, name: string): string {
  const preset = presetList.find((candidate) => candidate.name === name)
  if (preset !== undefined) return preset.label
  const entry = auth.sso.find(({ id }) => name === `sso:${id}`)
  return entry?.domains[0] ?? auth.oidc[name]?.label ?? name
}

/** Formats an identity for an email: `GitHub (ida@sand.example)`. */
export function formatLinkedIdentity(
  auth: AuthFile,
  { provider, email }: { provider: string; email?: string | undefined },
): string {
  const label = getProviderLabel(auth, provider)
  return email === undefined ? label : `${label} (${email})`
}
