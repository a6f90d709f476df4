/**
 * The owner’s names, which their password must not be. The names of the product and the site are passed separately.
 */
export interface PasswordOwner {
  email?: string | null | undefined
  fullName?: string | null | undefined
}

/**
 * Returns whether a password is one of `names`, the owner's name or a part of it, or the owner's email or its local
 * part. Ignores case, accents, spaces, punctuation, and digits before or after it. Attackers try these passwords
 * first (NIST SP 800-63B, 3.1.1.2).
 */
export function isPasswordFromName(
  password: string,
  { names, email, fullName }: PasswordOwner & { names: readonly string[] },
): boolean {
  const parts = fullName?.split(/\s+/) ?? []
  const terms = [...names, fullName, ...parts, email, email?.split('@')[0]].map((word) =>
    normalizeText(word ?? ''),
  )
  const given = normalizeText(password)
  return given !== '' && terms.includes(given)
}

function normalizeText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/^\p{N}+|\p{N}+$/gu, '')
}
