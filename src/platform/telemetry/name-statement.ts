// The cache is limited, because statements that list values have endlessly many texts.
const MAX_NAMES = 2_000
const names = new Map<string, string>()

/** Returns the operation and the first table or function of a statement, such as `select orders`. */
export function getStatementName(text: string): string {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MAX_NAMES) names.clear()
  const name = findName(text)
  names.set(text, name)
  return name
}

// The name of a common table expression, which precedes its statement.
const EXPRESSIONS =
  /(?:\bwith|,)\s+(?:recursive\s+)?"?(?<name>\w+)"?(?:\s*\([^()]*\))?\s+as\s+(?:(?:not\s+)?materialized\s+)?\(/giu
// Not the `from` of `extract(epoch from x.at)` and of `is distinct from`.
const TARGET =
  /(?<!\bextract\s*\(\s*\w+\s+|\bdistinct\s+)\b(?:from|into|update|join)\s+(?:only\s+)?(?<name>"?\w+"?(?:\."?\w+"?)?)/giu
const FUNCTION = /^\s*select\s+(?<name>\w+)\s*\(/iu

function findName(text: string): string {
  const operation = /[a-z]+/iu.exec(text)?.[0].toLowerCase() ?? 'statement'
  const own = new Set([...text.matchAll(EXPRESSIONS)].map(({ groups }) => groups?.['name']))
  const target = [...text.matchAll(TARGET)]
    .map(({ groups }) => groups?.['name']?.replaceAll('"', ''))
    .find((name) => name !== undefined && !own.has(name) && !NOT_TABLES.has(name.toLowerCase()))
  const subject = target ?? FUNCTION.exec(text)?.groups?.['name']
  return subject === undefined ? operation : `${operation} ${subject}`
}

// Words that follow `from`, `update` or `into` without being a table.
const NOT_TABLES = new Set([
  'select',
  'set',
  'of',
  'skip',
  'nowait',
  'lateral',
  'unnest',
  'values',
  'generate_series',
])
