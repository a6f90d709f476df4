import { isEmail, normaliseEmail } from '~/lib/email'

/** Parses pasted addresses: separated by lines, commas, semicolons or spaces, with optional names around `<…>`. */
export function readAddresses(text: string): { addresses: string[]; faulty: string[] } {
  const bracketed = [...text.matchAll(/<([^<>\s]+)>/g)].map(([, inner]) => inner ?? '')
  const rest = text.replaceAll(/[^\n,;<]*<[^<>]*>/g, ' ').split(/[\s,;]+/)
  const written = [...bracketed, ...rest].filter((part) => part !== '')
  const all = new Set(written.map(normaliseEmail))
  return {
    addresses: [...all].filter(isEmail),
    faulty: [...all].filter((address) => !isEmail(address)),
  }
}
