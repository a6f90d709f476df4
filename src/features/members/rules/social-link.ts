export type SocialLink = { label: string; url: string }

/** The link types that the form offers, each with its allowed hosts; `Website` allows any address. */
const SERVICES = {
  SoundCloud: ['soundcloud.com'],
  Instagram: ['instagram.com', 'instagr.am'],
  Bandcamp: ['bandcamp.com'],
  Mixcloud: ['mixcloud.com'],
  Beatport: ['beatport.com'],
  'Resident Advisor': ['ra.co', 'residentadvisor.net'],
  YouTube: ['youtube.com', 'youtu.be'],
  Spotify: ['spotify.com', 'spotify.link'],
  TikTok: ['tiktok.com'],
  Website: undefined,
} as const satisfies Record<string, readonly string[] | undefined>

type Service = keyof typeof SERVICES

/** Builds a profile URL from a handle, for services whose URLs consist of the name alone. */
const HANDLES: Partial<Record<Service, (name: string) => string>> = {
  SoundCloud: (name) => `https://soundcloud.com/${name}`,
  Instagram: (name) => `https://www.instagram.com/${name}`,
  Bandcamp: (name) => `https://${name}.bandcamp.com`,
  Mixcloud: (name) => `https://www.mixcloud.com/${name}`,
  YouTube: (name) => `https://www.youtube.com/@${name}`,
  TikTok: (name) => `https://www.tiktok.com/@${name}`,
}
export const SOCIAL_SERVICES = Object.keys(SERVICES).filter(isService)

export const NOT_PUBLIC = 'This isn’t a public web address. Check the spelling.'

const MAX_ADDRESS_LENGTH = 400

/** Returns the stored links that are safe to render: web addresses with a label. */
export function parseSocialLinks(stored: unknown): SocialLink[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('label' in entry) || !('url' in entry)) return []
    const { label, url } = entry
    if (typeof label !== 'string' || label.trim() === '' || typeof url !== 'string') return []
    return isWebAddress(url) ? [{ label: label.trim(), url }] : []
  })
}

/**
 * Returns the stored form of a typed address or a handle such as `@klima`, or the error message. Adds `https://` if
 * there is no scheme. Sends no network request: `isPublicHost` decides whether the host could exist on the public
 * web.
 */
export function validateSocialLink(
  { label, url }: SocialLink,
  isPublicHost: (host: string) => boolean,
): { link: SocialLink } | { problem: string } {
  const service = findService(label)
  const address = parseAddress(findHandleAddress(service, url) ?? url)
  if (!address || !isPublicHost(address.hostname)) return { problem: NOT_PUBLIC }
  const hosts = service && SERVICES[service]
  // Allows `.example`, which the demo uses. It is reserved (RFC 2606) and never resolves, so it can't impersonate a
  // service.
  const isExample = address.hostname.endsWith('.example')
  if (hosts && !isExample && !hosts.some((host) => isHostUnder(address.hostname, host)))
    return { problem: `This address isn’t on ${service}. Check the spelling.` }
  if (hosts) address.protocol = 'https:'
  return { link: { label: service ?? label, url: address.href.replace(/^(https?:\/\/[^/]+)\/$/u, '$1') } }
}

function findHandleAddress(service: Service | undefined, typed: string): string | undefined {
  const name = /^@([\w.-]{1,60})$/u.exec(typed.trim())?.[1]
  return service && name && HANDLES[service]?.(name)
}

function parseAddress(typed: string): URL | undefined {
  const text = typed.trim()
  const whole = /^https?:\/\//iu.test(text) ? text : `https://${text}`
  // Refuses backslashes and control characters, because programs parse them differently.
  if (/^@|[\s\\\p{Cc}\p{Cf}]/u.test(text) || !URL.canParse(whole)) return undefined
  const url = new URL(whole)
  const isPlain = url.username === '' && url.password === '' && url.port === '' && !url.hostname.endsWith('.')
  return isPlain && url.href.length <= MAX_ADDRESS_LENGTH ? url : undefined
}

function isHostUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

function findService(label: string): Service | undefined {
  return SOCIAL_SERVICES.find((service) => service.toLowerCase() === label.toLowerCase())
}

function isService(name: string): name is Service {
  return Object.hasOwn(SERVICES, name)
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol)
}
