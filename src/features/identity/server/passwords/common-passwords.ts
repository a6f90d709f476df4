import { PASSWORD_MIN } from '../../rules/password'

let known: Promise<ReadonlySet<string>> | undefined

/**
 * Returns whether the password is one of the 18,000 most common ones in any capitalization, one or two characters
 * repeated, or a sequence of letters or digits. The list is loaded with the first new password (380 kB, about 10 ms),
 * and no external service is used.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRepetitive(plain) || isConsecutive(plain)) return true
  known ??= readCommonPasswords()
  return (await known).has(plain)
}

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  // Shorter passwords are refused for their length anyway.
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN))
}

function isRepetitive(password: string): boolean {
  return new Set(password).size <= 2
}

/** Returns whether the characters are consecutive, ascending or descending: `abcdefgh`, `98765432`. */
function isConsecutive(password: string): boolean {
  const points = Array.from(password, (character) => character.codePointAt(0) ?? 0)
  const steps = new Set(points.slice(1).map((point, at) => point - (points[at] ?? 0)))
  const [step = 0] = steps
  return steps.size === 1 && Math.abs(step) === 1
}
