import type { IdentityContext } from '../context'

/** Whom a key answers: the host of this house, on its own pages and those of its apps. */
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
    // A pattern is for paths and for previews; a key is not to answer whatever matches it.
    const isWhole = app !== undefined && /^https?:$/.test(app.protocol) && !app.host.includes('*')
    return isWhole ? [app.origin] : []
  })
  return { id: hostname, origins: [...new Set([origin, ...apps])] }
}
