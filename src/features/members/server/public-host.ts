import { parse } from 'tldts'

/**
 * Returns whether a host could exist on the public web: a name under an ICANN suffix of the public suffix list, or
 * under `.example`. Works offline with the bundled list; see docs/adr/0010-social-links.md.
 */
export function isPublicHost(host: string): boolean {
  const { domain, isIp, isIcann, publicSuffix } = parse(host)
  return domain !== null && isIp === false && (isIcann === true || publicSuffix === 'example')
}
