import type { AuthFile } from '~/platform/config/auth-file'

const labels = {
  google: 'Google',
  apple: 'Apple',
  spotify: 'Spotify',
  facebook: 'Facebook',
  github: 'GitHub',
  discord: 'Discord',
} as const

/** Those that are set up, in the order of the buttons. */
export function findProviders(auth: AuthFile): { name: string; label: string }[] {
  const known = (Object.keys(labels) as (keyof typeof labels)[])
    .filter((name) => auth[name] !== undefined)
    .map((name) => ({ name, label: labels[name] }))
  const further = Object.entries(auth.oidc).map(([name, { label }]) => ({ name, label }))
  return [...known, ...further]
}
