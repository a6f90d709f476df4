/** E.164 of a number as people write it: with or without its plus, blanks, dots, brackets and hyphens. Not checked. */
export function normalisePhone(text: string): string {
  return `+${text.replaceAll(/[\s().-]/g, '').replace(/^(?:\+|00)/, '')}`
}

/** A number in E.164, such as +4930123456. */
export function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text)
}

/**
 * A number in E.164 as people read it, such as +49 151 123 456 78 or +1 500 555 0006: its country apart, the rest in threes, and no
 * digit alone. Its blanks do not break. What is no such number stays as it is.
 */
export function formatPhone(phone: string): string {
  if (!isPhone(phone)) return phone
  const country = callingCode(phone)
  const rest = phone.slice(country.length)
  const groups =
    country === '+1' && rest.length === 10
      ? [rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)]
      : (rest.match(/\d{4}$|\d{1,3}/g) ?? [])
  return [country, ...groups].join('\u00A0')
}

/** The country of a number in E.164, with its plus: one digit in North America and around Russia, two where the plan gives them, else three. */
export function callingCode(phone: string): string {
  if (/^\+[17]/.test(phone)) return phone.slice(0, 2)
  const isOfTwo = /^\+(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(phone)
  return phone.slice(0, isOfTwo ? 3 : 4)
}
