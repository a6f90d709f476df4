/** Reads the bearer token of an Authorization header; undefined when there is none. RFC 6750. */
export function findBearerToken(headers: Headers): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.get('authorization') ?? '')?.[1]
}
