import type { AuthFile } from '~/platform/config/auth-file'

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
