const MAX_QUERY_LENGTH = 100
// The cursors of a list that is sorted by email are the longest.
const MAX_CURSOR_LENGTH = 500

/** Returns trimmed text from a URL parameter, or undefined for anything else. The router parses `?q=90` as a number. */
export function parseSearchText(value: unknown, maxLength = MAX_QUERY_LENGTH): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, maxLength) || undefined
}

/** Returns the cursor from a URL: `after` or `before`, never both. Too long cursors count as missing. */
export function parseCursors(raw: Record<string, unknown>) {
  const readCursor = (value: unknown) => {
    const text = parseSearchText(value, MAX_CURSOR_LENGTH + 1)
    return text !== undefined && text.length <= MAX_CURSOR_LENGTH ? text : undefined
  }
  const after = readCursor(raw['after'])
  return { after, before: after === undefined ? readCursor(raw['before']) : undefined }
}

export function parseOption<Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined {
  return values.find((option) => option === value)
}

/** Returns the same search without a cursor, for the first page. */
export function toFirstPage<Search extends { after?: string | undefined; before?: string | undefined }>(
  search: Search,
): Search {
  return { ...search, after: undefined, before: undefined }
}

/**
 * Applies the change from `shown` to `next` to the latest search, for `navigate`. `shown` is the search of the page on
 * screen, which lags behind on a slow device. Otherwise a filter chosen right after typing would undo the search text,
 * or vice versa.
 */
export function createSearchUpdater<Search extends object>(
  shown: Search,
  next: Search,
): (latest: Search) => Search {
  return (latest) => {
    const result = { ...latest }
    for (const key of Object.keys({ ...shown, ...next }) as (keyof Search)[])
      if (shown[key] !== next[key]) result[key] = next[key]
    return result
  }
}

/** Returns a URL such as `/admin/users.csv?q=mara`; keys without a value are omitted. */
export function formatUrl(path: string, search: Record<string, string | undefined>): string {
  const entries = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}

/** Returns the token of an emailed link from the URL; empty if it is missing or too long to be valid. */
export function parseLinkToken(token: unknown): string {
  return typeof token === 'string' && token.length <= 200 ? token : ''
}
