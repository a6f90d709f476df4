import type { AuthFile } from '~/platform/config/auth-file'

/** Finds a company by its id or domain. */
export function findSso(
  auth: AuthFile,
  asked: { id?: string | null | undefined; domain?: string | null | undefined },
): AuthFile['sso'][number] | undefined {
  const id = asked.id?.toLowerCase()
  const domain = asked.domain?.trim().toLowerCase()
  return auth.sso.find((entry) =>
    id ? entry.id.toLowerCase() === id : domain !== undefined && entry.domains.includes(domain),
  )
}
