export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

export const PASSWORD_TOO_SHORT = `Use at least ${PASSWORD_MIN} characters.`
export const PASSWORD_TOO_LONG = `Use at most ${PASSWORD_MAX} characters.`

/**
 * Length is the only demand (NIST SP 800-63B: no rules of composition). Counted in code points, so that an emoji is
 * one character and not two. The upper limit keeps a megabyte from being hashed.
 */
export function findPasswordFault(password: string): string | undefined {
  const length = Array.from(password).length
  if (length < PASSWORD_MIN) return PASSWORD_TOO_SHORT
  if (length > PASSWORD_MAX) return PASSWORD_TOO_LONG
  return undefined
}
