/** E.164 of a number as people write it: with or without its plus, blanks, dots, brackets and hyphens. Not checked. */
export function normalisePhone(text: string): string {
  return `+${text.replaceAll(/[\s().-]/g, '').replace(/^(?:\+|00)/, '')}`
}

/** A number in E.164, such as +4930123456. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text)
}
