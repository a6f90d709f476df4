import { cleanMultiLineText } from './multi-line-text'

export const MAX_ADDRESS_LINES = 5
export const MAX_ADDRESS_LENGTH = 300

/** Cleans an address that was entered in free lines, and removes empty ones. */
export const cleanAddress = (text: string): string =>
  cleanMultiLineText(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')

/** Returns why an address can't be saved and what to do; undefined if it can. */
export function findAddressProblem(address: string): string | undefined {
  if (address.split('\n').length > MAX_ADDRESS_LINES) return `Use at most ${MAX_ADDRESS_LINES} lines.`
  return address.length > MAX_ADDRESS_LENGTH ? `Use at most ${MAX_ADDRESS_LENGTH} characters.` : undefined
}

/** Formats an address in one line: `Weserstraße 12, 12047 Berlin`. */
export const formatAddress = (address: string): string => address.replaceAll(/,?\n/g, ', ')
