/** Options of an infinite query: each page begins at the `nextCursor` of the page before. */
export const followCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

/** The input of a page. The first has no cursor: undefined, or null once a rendered page has travelled as JSON. */
export function afterCursor(after: string | null | undefined): { after?: string } {
  return after ? { after } : {}
}
