export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 200

export const PASSWORD_TOO_SHORT = `Use at least ${PASSWORD_MIN} characters.`
export const PASSWORD_TOO_LONG = `Use at most ${PASSWORD_MAX} characters.`

/**
 * Checks only the length (NIST SP 800-63B advises against composition rules). Counts code points, so that an emoji is
 * one character. The upper limit prevents hashing megabytes.
 */
export function findPasswordProblem(password: string): string | undefined {
  const length = Array.from(password).length
  if (length < PASSWORD_MIN) return PASSWORD_TOO_SHORT
  if (length > PASSWORD_MAX) return PASSWORD_TOO_LONG
  return undefined
}

const groups = {
  lower: [/\p{Ll}/u, 'a lowercase letter'],
  upper: [/\p{Lu}/u, 'an uppercase letter'],
  digit: [/\p{Nd}/u, 'a digit'],
  symbol: [/[^\p{L}\p{N}\s]/u, 'a symbol'],
} as const

/** Password requirements of the operator, besides the minimum of the product. */
export interface PasswordRequirements {
  passwordMinLength: number
  passwordCharacters: readonly (keyof typeof groups)[]
}

/**
 * Checks a password of acceptable length against the operator's requirements. Returns the kind of problem and the
 * message for people.
 */
export function findUnmetRequirement(
  password: string,
  { passwordMinLength, passwordCharacters }: PasswordRequirements,
): { kind: 'length' | 'characters'; sentence: string } | undefined {
  if (Array.from(password).length < passwordMinLength)
    return { kind: 'length', sentence: `Use at least ${passwordMinLength} characters.` }
  const missing = passwordCharacters.map((group) => groups[group]).filter(([form]) => !form.test(password))
  if (missing.length === 0) return undefined
  return { kind: 'characters', sentence: `Add ${missing.map(([, name]) => name).join(' and ')}.` }
}
