import { OWN_TABLES, hashText } from './migrate'
import { BASELINE, type SchemaFiles, productSchema, readSafeSince } from './schema-files'

/** Returns the SQL that creates a database as `migrate` does, for the tests of later releases. */
export function formatProductSchema(): string {
  const { tables, functions, migrations } = productSchema
  const isLate = ([, text]: [string, string]) => hasRowType(text, tables)
  const sorted = Object.entries(functions).toSorted(([first], [second]) => (first < second ? -1 : 1))
  const changes = Object.keys(migrations).map((name) => [name, readSafeSince(name, migrations)])
  return [
    '-- Written by npm run release-schema.',
    `set check_function_bodies = off;${OWN_TABLES};`,
    ...sorted.filter((entry) => !isLate(entry)).map(([name, text]) => formatFile(`functions/${name}`, text)),
    ...Object.entries(tables).map(([name, text]) => formatFile(`schema/${name}`, text)),
    ...sorted.filter(isLate).map(([name, text]) => formatFile(`functions/${name}`, text)),
    'reset check_function_bodies;',
    formatInsert('schema_changes (name, safe_since)', [[BASELINE, null], ...changes]),
    formatInsert(
      'schema_functions (name, hash)',
      sorted.map(([name, text]) => [name, hashText(text)]),
    ),
    '',
  ].join('\n')
}

/** Whether the parameters or the result of a function are rows of a table. */
function hasRowType(text: string, tables: SchemaFiles['tables']): boolean {
  const [signature = ''] = /^create or replace function .*?\blanguage\b/msu.exec(text) ?? []
  const names = Object.values(tables).flatMap((file) =>
    [...file.matchAll(/^create table (?<name>\w+)/gmu)].map(({ groups }) => groups?.['name'] ?? ''),
  )
  return names.some((name) => new RegExp(`\\b${name}\\b`, 'u').test(signature))
}

function formatFile(path: string, text: string): string {
  return `-- ${path}\n${text.trim().replace(/;?$/u, ';')}`
}

function formatInsert(target: string, rows: (string | null)[][]): string {
  const values = rows.map(
    (row) => `(${row.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ')})`,
  )
  return `insert into ${target} values\n${values.join(',\n')};`
}
