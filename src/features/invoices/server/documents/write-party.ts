import { getCountryName } from '~/lib/country'
import { formatAddress } from '~/lib/postal-address'
import type { InvoiceParty } from '../insert-invoice'

/** Returns the lines of a seller or a buyer on a document: name, address with country, tax number. */
export function writeParty({ name, address = '', country, taxId = '' }: InvoiceParty): string[] {
  const place = [formatAddress(address), country && getCountryName(country)].filter(Boolean).join(', ')
  return [name, place, formatTaxId(taxId)].filter((line) => line !== '')
}

/**
 * Labels a number as VAT only if it starts with country letters. Other numbers, such as a US EIN, aren’t VAT numbers.
 */
const formatTaxId = (taxId: string): string =>
  taxId === '' ? '' : `${/^[A-Z]{2}/i.test(taxId) ? 'VAT' : 'Tax ID'} ${taxId}`
