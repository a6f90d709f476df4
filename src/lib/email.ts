const MAX_LENGTH = 254

/**
 * Returns the spelling under which an address is stored and looked up: NFKC, trimmed, lower case. RFC 5321 allows
 * case-sensitive local parts, but no common email service uses them.
 */
export function normalizeEmail(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/**
 * Checks the format only; the emailed link verifies that someone reads the address. Expects a normalized
 * address.
 */
export function isEmail(value: string): boolean {
  if (value.length > MAX_LENGTH) return false
  const at = value.lastIndexOf('@')
  const local = value.slice(0, at)
  const domain = value.slice(at + 1)
  if (at < 1 || local.length > 64) return false
  if (!/^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local)) return false
  return (
    domain.includes('.') &&
    domain.split('.').every((label) => /^[\p{L}\p{N}]([\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u.test(label))
  )
}

/**
 * Returns the key for limits of emails to an address. Tagged addresses of a mailbox share one limit, because strangers
 * can invent any number of tags. The address without a tag has its own limit.
 */
export function getEmailLimitKey(address: string): string {
  const mailbox = address.replace(/\+[^@]*(?=@)/, '')
  return mailbox === address ? address : `${mailbox} tagged`
}
