/** Promo codes and the codes that open hidden tickets are written alike, and are unique in an event across both kinds. */
const CODE = /^[A-Z0-9-]{3,24}$/

export const CODE_SHAPE = '3 to 24 letters, digits and dashes'

/** As people type and paste it: any case, and space around or in between. */
export function readSaleCode(typed: string): string {
  return typed.replaceAll(/\s/g, '').toUpperCase()
}

export function isSaleCode(code: string): boolean {
  return CODE.test(code)
}
