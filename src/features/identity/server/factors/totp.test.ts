import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { findTotpStep, generateTotpSecret, renderTotpQr, formatTotpUri } from './totp'

/** RFC 6238, appendix B, for SHA-1; its eight digits end in the six that apps show. */
const vectors = [
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
] as const
const secret = Secret.fromLatin1('12345678901234567890').base32
const at = (seconds: number) => new Date(seconds * 1000)

describe('A-08 authenticator codes', () => {
  test.each(vectors)('RFC 6238: at %i seconds the code is …%s', (seconds, digits) => {
    const code = digits.slice(-6)
    expect(findTotpStep({ secret, code, now: at(seconds), after: 0 })).toBe(Math.floor(seconds / 30))
  })

  test.each([
    [-31, undefined],
    [-30, 0],
    [0, 0],
    [29, 0],
    [59, 0],
    [60, undefined],
  ])(
    'at %i seconds from the start of its time step, a code is accepted only within one neighboring step',
    (seconds, found) => {
      const step = 41_152_263
      const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: step * 30_000 })
      const now = at(step * 30 + seconds)
      expect(findTotpStep({ secret, code, now, after: 0 })).toBe(found === undefined ? undefined : step)
    },
  )

  test('refuses authenticator codes of a used time step and of earlier ones', () => {
    const now = at(1234567890)
    const step = Math.floor(1234567890 / 30)
    expect(findTotpStep({ secret, code: '005924', now, after: step - 1 })).toBe(step)
    expect(findTotpStep({ secret, code: '005924', now, after: step })).toBeUndefined()
  })

  test.each(['', '00592', '0059240', 'abcdef', '٠٠٥٩٢٤'])('refuses %j as an authenticator code', (code) => {
    expect(findTotpStep({ secret, code, now: at(1234567890), after: 0 })).toBeUndefined()
  })

  test('the otpauth URI names account and site, and its QR code fits into a data URL unescaped', async () => {
    const made = generateTotpSecret()
    expect(made).toMatch(/^[A-Z2-7]{32}$/)
    const uri = formatTotpUri({ secret: made, issuer: 'Back to Back', label: 'ada@example.com' })
    expect(uri).toMatch(/^otpauth:\/\/totp\/Back%20to%20Back:ada%40example\.com\?/)
    expect(new URL(uri).searchParams.get('secret')).toBe(made)
    const svg = await renderTotpQr(uri)
    expect(svg).toMatch(/^<svg [^]*<\/svg>$/)
    expect(svg).not.toContain('#')
  })
})
