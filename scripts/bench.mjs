// npm run bench NAME: bundles bench/NAME.ts and runs it with the remaining arguments. `npm run bench quick` runs all
// quick forms.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { benchmarks, runQuickBenchmarks } from './benchmarks.mjs'
import { bundle, fail, isInProductNode, productNode, run } from './project.mjs'

if (await isInProductNode('scripts/bench.mjs')) {
  const [name, ...parameters] = process.argv.slice(2)
  if (name === 'quick') {
    const { failed } = await runQuickBenchmarks(parameters.length > 0 ? parameters : undefined)
    process.exit(failed === 0 ? 0 : 1)
  }
  if (!name || !existsSync(`bench/${name}.ts`))
    fail(`Which benchmark? npm run bench with one of: quick, ${benchmarks().join(', ')}`)
  const file = fileURLToPath(await bundle(`bench/${name}.ts`, `bench/${name}`))
  process.exitCode = await run(productNode(), ['--enable-source-maps', file, ...parameters])
}
