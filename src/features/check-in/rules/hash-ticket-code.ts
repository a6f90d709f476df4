/**
 * Returns what a phone stores of a ticket's secret: the first 16 bytes of its SHA-256, base64url. A leaked list can't
 * be turned back into codes. `secret` comes from `parseTicketCode`: a UUID in lower case.
 */
export async function hashTicketCode(secret: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const bytes = String.fromCharCode(...new Uint8Array(digest).subarray(0, 16))
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
