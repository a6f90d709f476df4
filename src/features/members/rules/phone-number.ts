export const PHONE_FORM = 'Enter a number such as +49 30 555 0142.'

/** As its owner writes it, with single spaces; undefined when it is no number that somebody could dial. */
export function readPhone(typed: string): string | undefined {
  const text = typed.replaceAll(/\s+/gu, ' ').trim()
  const digits = text.replaceAll(/\D/gu, '').length
  return /^\+?[0-9 ()./-]+$/u.test(text) && digits >= 6 && digits <= 15 ? text : undefined
}
