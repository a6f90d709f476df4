import { tableFiles } from '~/database/schema-files'

/** Nearly every table references these. Arrows to them would hide all others. */
const PEOPLE = new Set(['accounts', 'profiles'])

interface Table {
  name: string
  feature: string
  file: string
  references: { column: string; to: string }[]
}

/** Reads tables and references from the texts of `schema/`, which declare it in its column or in a constraint. */
export function readTables(texts: Record<string, string>): Table[] {
  return tableFiles.flatMap(({ feature, name: file }) =>
    [...(texts[file] ?? '').matchAll(/^create table (?<name>\w+) \((?<body>.*?)^\)/gms)].map(
      ({ groups }) => ({
        name: groups?.['name'] ?? '',
        feature,
        file,
        references: [
          ...(groups?.['body'] ?? '').matchAll(
            /^ {2}(?:constraint \w+ foreign key \()?(\w+).* references (\w+)/gm,
          ),
        ].map(([, column = '', to = '']) => ({ column, to })),
      }),
    ),
  )
}

/**
 * Returns a Mermaid diagram: a box per feature with its tables, and an arrow to each feature whose tables they
 * reference.
 */
export function drawFeatures(tables: readonly Table[]): string {
  const features = featuresOf(tables)
  const featureOf = new Map(tables.map(({ name, feature }) => [name, feature]))
  const boxes = features.map((feature) => {
    const names = tables.filter((table) => table.feature === feature).map(({ name }) => name)
    const lines = inLines(names)
    const isShort = !lines.includes('\n') && lines.length + 2 * feature.length <= 75
    return `  ${feature}["<b>${feature}</b>${isShort ? '<br/>' : '\n'}${lines}"]`
  })
  const arrows = features.flatMap((feature) => {
    const references = tables
      .filter((table) => table.feature === feature)
      .flatMap((table) => table.references)
    const others = new Set(references.map(({ to }) => featureOf.get(to) ?? '').filter((to) => to !== feature))
    return others.size > 0 ? [`  ${feature} --> ${[...others].join(' & ')}`] : []
  })
  return fence(['flowchart LR', ...boxes, ...arrows])
}

/** Returns a Markdown page with the tables of each feature and the tables they reference. */
export function writeSchemaPage(tables: readonly Table[]): string {
  const parts = featuresOf(tables).flatMap((feature) => {
    const own = tables.filter((table) => table.feature === feature)
    const files = [...new Set(own.map(({ file }) => `\`${file}.sql\``))].join(', ')
    const isDrawn = ({ to }: { to: string }) => !PEOPLE.has(to) || own.some(({ name }) => name === to)
    const arrows = own.flatMap(({ name, references }) =>
      references.filter(isDrawn).map(({ column, to }) => `  ${to} ||--o{ ${name} : ${column}`),
    )
    const people = own.flatMap(({ name, references }) => {
      const columns = references.filter((reference) => !isDrawn(reference)).map(({ column }) => column)
      return columns.length > 0 ? [`- \`${name}\`: ${columns.join(', ')}`] : []
    })
    return [
      `## ${feature}`,
      `Files: ${files}`,
      fence(['erDiagram', ...own.map(({ name }) => `  ${name}`), ...arrows]),
      ...(people.length > 0 ? [`Columns with a person:\n\n${people.join('\n')}`] : []),
    ]
  })
  return `${[
    '# Tables and their references',
    'Generated from `src/database/schema/*.sql`: `npx vitest run src/database/schema.test.ts -u` updates it. Most tables also\nreference a person (`profiles` or `accounts`). These references are listed below each drawing.',
    ...parts,
  ].join('\n\n')}\n`
}

function featuresOf(tables: readonly Table[]): string[] {
  return [...new Set(tables.map(({ feature }) => feature))]
}

/** Formats names as comma-separated lines of at most 90 characters. */
function inLines(names: readonly string[]): string {
  let [text = '', ...rest] = names
  for (const name of rest) {
    const length = text.length - text.lastIndexOf('\n') + name.length
    text += length <= 90 ? `, ${name}` : `,\n${name}`
  }
  return text
}

function fence(lines: readonly string[]): string {
  return ['```mermaid', ...lines, '```'].join('\n')
}
