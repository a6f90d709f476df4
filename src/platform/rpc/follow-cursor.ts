/** Options of an infinite query in which each page starts at the `nextCursor` of the previous one. */
export const followCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

/** Returns the input of a page. The first page has no cursor: undefined, or null after serialization to JSON. */
export function toCursorInput(after: string | null | undefined): { after?: string } {
  return after ? { after } : {}
}
