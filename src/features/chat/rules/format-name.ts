/** CH-05: returns the name to show; a missing or blank name is Anonymous. */
export function formatName(name: string | null | undefined): string {
  return name?.trim() || 'Anonymous'
}
