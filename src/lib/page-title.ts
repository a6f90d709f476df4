/** Returns a document title such as `Events — Back to Back`. */
export function formatPageTitle(title: string, siteName: string): string {
  return siteName === '' ? title : `${title} — ${siteName}`
}
