import type { IdentityContext } from '../context'

/** The WebAuthn relying party: the host of this site, with the origins of its pages and apps. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/**
 * Returns the relying party. Its apps come from the redirect targets in AUTH_FILE: the origin of a full URL, or the key
 * hash of an Android app.
 */
export function getRelyingParty({
  publicUrl,
  auth,
}: Pick<IdentityContext['config'], 'publicUrl' | 'auth'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  const apps = auth.redirects.flatMap((address) => {
    if (address.startsWith('android:apk-key-hash:')) return [address]
    const app = URL.canParse(address) ? new URL(address) : undefined
    // Entries with a wildcard host are left out, because keys must not work on every matching origin.
    const hasExactOrigin = app !== undefined && /^https?:$/.test(app.protocol) && !app.host.includes('*')
    return hasExactOrigin ? [app.origin] : []
  })
  return { id: hostname, origins: [...new Set([origin, ...apps])] }
}
