/** `Events — Back to Back`: what a tab is called, in a site of that name. */
export function pageTitle(title: string, siteName: string): string {
  return siteName === '' ? title : `${title} — ${siteName}`
}
