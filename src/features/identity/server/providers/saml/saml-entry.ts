import type { AuthFile } from '~/platform/config/auth-file'

/** A company with SAML, from AUTH_FILE. */
export type SamlEntry = Extract<AuthFile['sso'][number], { kind: 'saml' }>

/** Finds a SAML entry by its name, 'sso:<id>'. */
export function findSamlEntry(auth: AuthFile, name: string): SamlEntry | undefined {
  const entry = auth.sso.find(({ id }) => name === `sso:${id}`)
  return entry?.kind === 'saml' ? entry : undefined
}

/** Returns the label: the company’s first domain. */
export function getEntryLabel({ domains, id }: SamlEntry): string {
  return domains[0] ?? id
}
