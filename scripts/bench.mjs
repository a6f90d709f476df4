// npm run bench NAME: bundles bench/NAME.ts and runs it; what follows NAME is passed on.
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { bundle, fail, isInProductNode, productNode, run } from './project.mjs'

if (await isInProductNode('scripts/bench.mjs')) {
  const [name, ...parameters] = process.argv.slice(2)
  const names = readdirSync('bench').flatMap((file) =>
    file.endsWith('.ts') ? [file.slice(0, -'.ts'.length)] : [],
  )
  if (!name || !existsSync(`bench/${name}.ts`))
    fail(`Which benchmark? npm run bench with one of: ${names.toSorted().join(', ')}`)
  const file = fileURLToPath(await bundle(`bench/${name}.ts`, `bench/${name}`))
  process.exitCode = await run(productNode(), ['--enable-source-maps', file, ...parameters])
}
