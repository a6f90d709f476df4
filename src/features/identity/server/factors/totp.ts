import { Secret, TOTP } from 'otpauth'
import { toString as renderQrCode } from 'qrcode'
import { isSameSecret } from '~/platform/secrets/is-same-secret'

const STEP_MS = 30_000

/** Returns 160 random bits in base32, as RFC 4226 recommends. */
export function generateTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the content of the QR code for authenticator apps. */
export function formatTotpUri({
  secret,
  issuer,
  label,
}: {
  secret: string
  issuer: string
  label: string
}): string {
  return new TOTP({ secret, issuer, label }).toString()
}

/**
 * Returns an SVG document with named colors, because clients put it into a data URL unescaped, which a `#` would cut
 * off.
 */
export async function renderTotpQr(uri: string): Promise<string> {
  const svg = await renderQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 })
  return svg.replaceAll('#000000', 'black').replaceAll('#ffffff', 'white').trim()
}

/**
 * Returns the time step of a code, in 30 seconds since 1970 (RFC 6238, SHA-1, six digits). Neighboring steps are
 * accepted, because clocks differ. The step must be later than `after`, so that each code works once.
 */
export function findTotpStep({
  secret,
  code,
  now,
  after,
}: {
  secret: string
  code: string
  now: Date
  after: number
}): number | undefined {
  const key = Secret.fromBase32(secret)
  const step = Math.floor(now.getTime() / STEP_MS)
  let found: number | undefined
  // All three steps are always compared, so that timing reveals nothing.
  for (const candidate of [step - 1, step, step + 1]) {
    const isIt = isSameSecret(code, TOTP.generate({ secret: key, timestamp: candidate * STEP_MS }))
    if (isIt && candidate > after) found ??= candidate
  }
  return found
}
