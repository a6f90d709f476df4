// Writes tests/upgrades/<version>/schema.sql: the schema of this release, from which a test upgrades.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, fail, isInProductNode, root } from './project.mjs'

if (await isInProductNode('scripts/release-schema.mjs')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version} (not yet released)\n`))
    fail(
      `${version} is released, so its schema no longer changes. Set the next version in package.json and CHANGELOG.md.`,
    )
  const { formatProductSchema } = await import(
    await bundle('src/database/format-release.ts', 'release-schema')
  )
  const folder = join(root, 'tests', 'upgrades', version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'schema.sql'), formatProductSchema())
  rmSync(join(root, 'dist', 'release-schema'), { recursive: true, force: true })
}
