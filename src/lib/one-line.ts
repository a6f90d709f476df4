/**
 * Text that somebody typed, as one line that reads as it is: outer space off, inner runs of space to one, nothing that
 * cannot be seen (controls, direction overrides, halves of surrogate pairs, which PostgreSQL refuses in JSON).
 */
export function oneLine(value: string): string {
  return value
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
