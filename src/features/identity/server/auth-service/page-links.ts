/**
 * RFC 8288, as GoTrue's client reads it: the number of the page is the first thing after the first `=`, and a page that is not
 * there has no link.
 */
export function pageLinks(
  address: string,
  { page, perPage, total }: { page: number; perPage: number; total: number },
): string {
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `<${address}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  return [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ')
}
