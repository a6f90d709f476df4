/** Writes a stored word or phrase, such as a status, with a capital first letter: `Pending`. */
export function toSentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
