/** Options of an infinite query whose pages start at the previous page's `nextCursor`. */
export const followCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

/** Returns the input of a page. The first has no cursor: undefined, or null after the page was serialized to JSON. */
export function toCursorInput(after: string | null | undefined): { after?: string } {
  return after ? { after } : {}
}
