import type { Stock } from '../stock'
import { escapeText } from './escape-svg-text'
import { hashTitle } from './title-random'
import { INK, getPaperStock, STOCKS } from './paper-stocks'

/** Returns the first letters of the first two words, without a leading DJ or MC. Empty for an empty name. */
export function getInitials(name: string): string {
  const names = name
    .replace(/^(dj|mc)\s+/i, '')
    .trim()
    .split(/\s+/)
  return names
    .map((word) => Array.from(word)[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()
}

/**
 * Draws an avatar without a photo: a colored disc, a darker half and initials. The id (or name) decides the color and
 * the rotation.
 */
export function createAvatarSvg(
  name: string,
  { id = name, stock }: { id?: string; stock?: Stock } = {},
): string {
  const paper = STOCKS[stock ?? getPaperStock(id)].hex
  const turn = ((hashTitle(id) >>> 7) % 8) * 45
  return (
    '<svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">' +
    `<circle cx="32" cy="32" r="32" fill="${paper}"/>` +
    `<path transform="rotate(${turn} 32 32)" d="M32 0a32 32 0 0 1 0 64z" fill="${INK}" opacity=".14"/>` +
    '<text x="32" y="40.6" text-anchor="middle" font-size="24" style="font-weight:750;font-stretch:88%"' +
    ` fill="${INK}">${escapeText(getInitials(name))}</text></svg>`
  )
}
