import type { AuthFile } from '~/platform/config/auth-file'

/** A company that speaks SAML, as the operator wrote it down. */
export type SamlEntry = Extract<AuthFile['sso'][number], { kind: 'saml' }>

/** 'sso:<id>' of an entry that speaks SAML. */
export function findSamlEntry(auth: AuthFile, name: string): SamlEntry | undefined {
  const entry = auth.sso.find(({ id }) => name === `sso:${id}`)
  return entry?.kind === 'saml' ? entry : undefined
}

/** What people read: the company's first domain. */
export function labelOfEntry({ domains, id }: SamlEntry): string {
  return domains[0] ?? id
}
