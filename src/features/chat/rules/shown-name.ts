/** CH-05: how somebody is called; who never said their name is Anonymous. */
export function shownName(name: string | null | undefined): string {
  return name?.trim() || 'Anonymous'
}
