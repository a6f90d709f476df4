/** Returns a field's value. */
export function getValue(field: Element): string {
  return field instanceof HTMLInputElement ? field.value : ''
}

/** Returns a field's error and help text. */
export function getFieldText(field: Element): string {
  const ids = (field.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
