const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Makes words safe as text of an SVG element. Characters XML forbids (controls, lone surrogates, non-characters)
 * become U+FFFD: a flyer is also read by strict parsers, not only by browsers.
 */
export function escapeText(words: string): string {
  return words
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
}
