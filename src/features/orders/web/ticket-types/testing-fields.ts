/** What stands in a field. */
export function valueOf(field: Element): string {
  return field instanceof HTMLInputElement ? field.value : ''
}

/** The words that belong to a field: its error and its help. */
export function wordsAt(field: Element): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
