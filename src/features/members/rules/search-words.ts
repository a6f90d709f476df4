const MOST_WORDS = 8

/** LIKE patterns, one for each word that must occur in name or location. */
export function searchPatterns(query: string): string[] {
  return [...new Set(query.normalize('NFC').split(/\s+/u))]
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
}
