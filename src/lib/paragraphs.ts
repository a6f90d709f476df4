/** The paragraphs of a text, parted by empty lines, each with its place in the text as a key: two may say the same. */
export function paragraphsOf(text: string): { at: number; text: string }[] {
  return [...text.matchAll(/\S(?:.|\n(?!\s*\n))*/gu)].map((found) => ({ at: found.index, text: found[0] }))
}
