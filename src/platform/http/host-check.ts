import { isIP } from 'node:net'

/**
 * Returns a check of the Host header against DNS rebinding: a foreign page whose name was rebound to 127.0.0.1 still
 * sends that name. IP addresses, `localhost` and the host of `publicUrl` pass.
 */
export function createHostCheck(publicUrl: string): (host: string | undefined) => boolean {
  const own = new URL(publicUrl).hostname
  return (host) => {
    if (host === undefined || !URL.canParse(`http://${host}`)) return false
    const name = new URL(`http://${host}`).hostname
    return (
      name === own ||
      name === 'localhost' ||
      name.endsWith('.localhost') ||
      isIP(name.replace(/^\[|\]$/g, '')) !== 0
    )
  }
}
