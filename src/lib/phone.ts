/**
 * E.164 of a number as people write it, with blanks, dots, brackets and hyphens. Undefined when it is none, also without its country
 * (after + or 00): 415 555 2671 is one in San Francisco and another in Switzerland, and who it is sent to must not be guessed. The (0) that
 * is dialled inside the country alone falls away: +49 (0)30 123456. In Italy it is part of the number, and (0) might mean either.
 */
export function readPhone(text: string): string | undefined {
  const isItalian = /^[\s(]*(?:\+|00)\s*39/.test(text)
  if (isItalian && /\(\s*0\s*\)/.test(text)) return undefined
  const digits = text.replace(/\(\s*0\s*\)/, '').replaceAll(/[\s().-]/g, '')
  if (!/^(?:\+|00)/.test(digits)) return undefined
  const number = digits.replace(/^00/, '+')
  return isPhone(number) ? number : undefined
}

/** What is said to whoever wrote another. */
export const PHONE_EXPECTED = 'Enter a number with its country, such as +49 30 123456.'

/** A number in E.164, such as +4930123456. */
function isPhone(text: string): boolean {
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
