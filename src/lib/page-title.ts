/** `Events — Back to Back`: what a tab is called, in a house of that name. */
export function pageTitle(title: string, house: string): string {
  return house === '' ? title : `${title} — ${house}`
}
