import { parse } from 'tldts'

/**
 * Whether a host could be found in the public web: a name under a suffix of the public suffix list that ICANN knows, or under
 * `.example`. Offline, from the list that comes with the library; see docs/adr/0010-social-links.md.
 */
export function isPublicHost(host: string): boolean {
  const { domain, isIp, isIcann, publicSuffix } = parse(host)
  return domain !== null && isIp === false && (isIcann === true || publicSuffix === 'example')
}
