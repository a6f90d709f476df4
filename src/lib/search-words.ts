const MOST_WORDS = 8

/** What somebody searches for, as single words: lower case, each once, the first eight. */
export function searchWords(query: string): string[] {
  // Control characters part words too: PostgreSQL refuses text with a NUL in it.
  const words = query
    .normalize('NFC')
    .toLowerCase()
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => word !== '')
  return [...new Set(words)].slice(0, MOST_WORDS)
}

/** The LIKE pattern of every text that contains the word; its own signs of LIKE are taken literally. */
export function likePattern(word: string): string {
  return `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
