// Writes src/database/migrations/released.json: the schema of a release, from which a test upgrades.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, isInProductNode, root } from './project.mjs'

if (await isInProductNode('scripts/released-schema.mjs')) {
  const { productSchema } = await import(await bundle('src/database/schema-files.ts', 'released-schema'))
  const file = join(root, 'src/database/migrations/released.json')
  writeFileSync(file, `${JSON.stringify(productSchema, undefined, 2)}\n`)
  rmSync(join(root, 'dist', 'released-schema'), { recursive: true, force: true })
}
