/** Promo codes and access codes share one format and are unique within an event. */
const CODE = /^[A-Z0-9-]{3,24}$/

export const CODE_SHAPE = '3 to 24 letters, digits and dashes'

/** Normalizes a typed or pasted code: upper case, without spaces. */
export function readSaleCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase()
}

export function isSaleCode(code: string): boolean {
  return CODE.test(code)
}
