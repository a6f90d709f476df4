const MAX_LENGTH = 254

/**
 * The one spelling under which an address is stored and looked up: NFKC, no outer space, lower case.
 * The part before the @ may differ by case in theory (RFC 5321); no email service people use does so.
 */
export function normaliseEmail(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase()
}

/** Format only; whether anybody reads the email is proven by the link in it. Expects a normalised address. */
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

/** The mailbox that receives the email of an address: without a plus and what follows it, which is a note of the address's owner. */
export function mailboxOf(address: string): string {
  return address.replace(/\+[^@]*(?=@)/, '')
}
