export type SocialLink = { label: string; url: string }

/** What is kept with a profile, without anything that a page must not link to: only web addresses, and each with a word. */
export function readSocialLinks(stored: unknown): SocialLink[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('label' in entry) || !('url' in entry)) return []
    const { label, url } = entry
    if (typeof label !== 'string' || label.trim() === '' || typeof url !== 'string') return []
    return isWebAddress(url) ? [{ label: label.trim(), url }] : []
  })
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}
