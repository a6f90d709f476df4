// Writes src/database/schema.ts from a new database; --check only compares.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { bin, bundle, capture, fail, isInProductNode, productNode, root } from './project.mjs'

const KEPT = 'src/database/schema.ts'
// Matches the parsers in src/database/connect.ts.
const FORM = [
  '--dialect=postgres',
  '--date-parser=string',
  '--type-mapping={"int8":"number"}',
  '--exclude-pattern=schema_*',
]

if (await isInProductNode('scripts/database-types.mjs')) {
  const isCheck = process.argv.includes('--check')
  const target = isCheck ? join(root, 'node_modules', '.cache', `schema-${process.pid}.ts`) : join(root, KEPT)
  const { startScratchDatabase } = await import(
    await bundle('src/database/scratch-database.ts', `database-types-${process.pid}`)
  )
  const server = await startScratchDatabase()
  const { code, output } = await capture(productNode(), [
    bin('kysely-codegen'),
    ...FORM,
    '--url',
    server.url,
    '--out-file',
    target,
  ])
  await server.stop()
  rmSync(join(root, 'dist', `database-types-${process.pid}`), { recursive: true, force: true })
  if (code !== 0) fail(output)
  if (isCheck) {
    const isSame = readFileSync(target, 'utf8') === readFileSync(KEPT, 'utf8')
    rmSync(target)
    if (!isSame) fail(`${KEPT} does not match the schema files. Remedy: npm run db:types`)
  }
}
