const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Escapes text for an SVG element. Characters that XML forbids (controls, lone surrogates, non-characters) become
 * U+FFFD, because strict parsers also read flyers.
 */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? '')
}
