import type { IdentityContext } from '../context'

/** The relying party: the host of this site, its own pages and its apps. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** Apps are those that AUTH_FILE may lead back to, by the origin of their whole addresses, or by the hash of an Android app's key. */
export function relyingPartyOf({
  publicUrl,
  auth,
}: Pick<IdentityContext['config'], 'publicUrl' | 'auth'>): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  const apps = auth.redirects.flatMap((address) => {
    if (address.startsWith('android:apk-key-hash:')) return [address]
    const app = URL.canParse(address) ? new URL(address) : undefined
    // Patterns are for paths and previews; a key must not answer everything that matches.
    const isWhole = app !== undefined && /^https?:$/.test(app.protocol) && !app.host.includes('*')
    return isWhole ? [app.origin] : []
  })
  return { id: hostname, origins: [...new Set([origin, ...apps])] }
}
