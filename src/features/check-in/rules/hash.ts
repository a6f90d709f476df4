/**
 * What a phone keeps of a ticket's secret: the first 16 bytes of its SHA-256, base64url. Whoever finds the list cannot make a
 * code of it. `secret` as `readTicketCode` gives it: a UUID in lower case.
 */
export async function hashTicketCode(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const bytes = String.fromCharCode(...new Uint8Array(digest).subarray(0, 16))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
