import { isEmail, normalizeEmail } from '~/lib/email'

/** Parses pasted addresses: separated by lines, commas, semicolons or spaces, with optional names around `<…>`. */
export function parseAddresses(text: string): { addresses: string[]; invalid: string[] } {
  const bracketed = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, inner]) => inner ?? '')
  const rest = text.replaceAll(/[^\n,;<]*<[^<>]*>/g, ' ').split(/[\s,;]+/)
  const written = [...bracketed, ...rest].filter((part) => part !== '')
  const all = new Set(written.map(normalizeEmail))
  return {
    addresses: [...all].filter(isEmail),
    invalid: [...all].filter((address) => !isEmail(address)),
  }
}
