const LONGEST_QUERY = 100
// The longest cursor is one of a list sorted by email.
const LONGEST_CURSOR = 500

/** Returns trimmed text from an address, or undefined for anything else. The router reads `?q=90` as a number. */
export function readText(value: unknown, longest = LONGEST_QUERY): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, longest) || undefined
}

/** Returns the cursor of an address: `after` or `before`, never both. A cursor that is too long counts as missing. */
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

/** The search of the first page of the same list. */
export function firstPage<Search extends { after?: string | undefined; before?: string | undefined }>(
  search: Search,
): Search {
  return { ...search, after: undefined, before: undefined }
}

/**
 * For `navigate`: applies what `next` changes of `shown`, the search of the page on screen, to the latest search. On a slow device the
 * page is behind: a filter chosen right after typing would undo the words, or the words the filter.
 */
export function changing<Search extends object>(shown: Search, next: Search): (latest: Search) => Search {
  return (latest) => {
    const result = { ...latest }
    for (const key of Object.keys({ ...shown, ...next }) as (keyof Search)[])
      if (shown[key] !== next[key]) result[key] = next[key]
    return result
  }
}

/** `/admin/users.csv?q=mara`; keys without a value are left out. */
export function addressOf(path: string, search: Record<string, string | undefined>): string {
  const said = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said).toString()}`
}

/** The secret of an emailed link; empty where the address has none, or one that is too long to be ours. */
export function readLinkToken(token: unknown): string {
  return typeof token === 'string' && token.length <= 200 ? token : ''
}
