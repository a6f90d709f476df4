/**
 * Returns the E.164 form of a number typed with spaces, dots, brackets or hyphens; undefined if it is invalid. A number
 * without a country (after + or 00) is invalid, because the same digits exist in several countries. The (0) of +49
 * (0)30 123456 is dropped, because it is only dialed within the country. In Italy the zero is part of the number, so
 * (0) is refused there.
 */
export function parsePhone(text: string): string | undefined {
  const isItalian = /^[\s(]*(?:\+|00)\s*39/.test(text)
  if (isItalian && /\(\s*0\s*\)/.test(text)) return undefined
  const digits = text.replace(/\(\s*0\s*\)/, '').replaceAll(/[\s().-]/g, '')
  if (!/^(?:\+|00)/.test(digits)) return undefined
  const number = digits.replace(/^00/, '+')
  return isPhone(number) ? number : undefined
}

export const PHONE_EXPECTED = 'Enter a number with its country code, such as +49 30 123456.'

/** Whether the text is in E.164, such as +4930123456. */
function isPhone(text: string): boolean {
  return /^\+[1-9]\d{6,14}$/.test(text)
}

/**
 * Formats an E.164 number such as +49 151 123 456 78 or +1 500 555 0006: the country code first, then groups of three,
 * but no single last digit. The spaces don't break. Returns other text unchanged.
 */
export function formatPhone(phone: string): string {
  if (!isPhone(phone)) return phone
  const country = getCallingCode(phone)
  const rest = phone.slice(country.length)
  const groups =
    country === '+1' && rest.length === 10
      ? [rest.slice(0, 3), rest.slice(3, 6), rest.slice(6)]
      : (rest.match(/\d{4}$|\d{1,3}/g) ?? [])
  return [country, ...groups].join('\u00A0')
}

/**
 * Returns the calling code of an E.164 number with its plus: one digit for North America and around Russia, else two or
 * three according to the numbering plan.
 */
export function getCallingCode(phone: string): string {
  if (/^\+[17]/.test(phone)) return phone.slice(0, 2)
  const isOfTwo = /^\+(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/.test(phone)
  return phone.slice(0, isOfTwo ? 3 : 4)
}
