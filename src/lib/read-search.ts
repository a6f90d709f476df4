const LONGEST_QUERY = 100
// The longest cursor belongs to a list sorted by email.
const LONGEST_CURSOR = 500

/** Returns trimmed text from a URL parameter, or undefined for anything else. The router parses `?q=90` as a number. */
export function readText(value: unknown, longest = LONGEST_QUERY): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, longest) || undefined
}

/** Returns the cursor from a URL: `after` or `before`, never both. Too long cursors count as missing. */
export function readCursors(raw: Record<string, unknown>) {
  const cursor = (value: unknown) => {
    const text = readText(value, LONGEST_CURSOR + 1)
    return text !== undefined && text.length <= LONGEST_CURSOR ? text : undefined
  }
  const after = cursor(raw['after'])
  return { after, before: after === undefined ? cursor(raw['before']) : undefined }
}

export function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | undefined {
  return values.find((one) => one === value)
}

/** Returns the search of the first page of the same list. */
export function firstPage<Search extends { after?: string | undefined; before?: string | undefined }>(
  search: Search,
): Search {
  return { ...search, after: undefined, before: undefined }
}

/**
 * For `navigate`: applies the difference between `shown` (the search of the page on screen) and `next` to the latest
 * search. On a slow device the page lags behind, so a filter chosen right after typing would otherwise undo the search
 * text, or vice versa.
 */
export function changing<Search extends object>(shown: Search, next: Search): (latest: Search) => Search {
  return (latest) => {
    const result = { ...latest }
    for (const key of Object.keys({ ...shown, ...next }) as (keyof Search)[])
      if (shown[key] !== next[key]) result[key] = next[key]
    return result
  }
}

/** Returns a URL such as `/admin/users.csv?q=mara`; keys without a value are omitted. */
export function addressOf(path: string, search: Record<string, string | undefined>): string {
  const said = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`
}

/** Returns the token of an emailed link; empty if it is missing or too long to be valid. */
export function readLinkToken(token: unknown): string {
  return typeof token === 'string' && token.length <= 200 ? token : ''
}
