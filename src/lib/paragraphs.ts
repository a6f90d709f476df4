/** Splits a text at empty lines into paragraphs, each with its index as a key, since two may be equal. */
export function splitParagraphs(text: string): { at: number; text: string }[] {
  return [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/gu)].map((found) => ({ at: found.index, text: found[0] }))
}
