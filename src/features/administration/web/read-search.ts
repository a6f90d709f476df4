const LONGEST_CURSOR = 120

/** The router reads `?q=90` as a number. */
export function readText(value: unknown, longest: number): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text.trim().slice(0, longest) || undefined
}

/** What an address says wrongly counts as not said; `after` wins. */
export function readTurn(raw: Record<string, unknown>) {
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
