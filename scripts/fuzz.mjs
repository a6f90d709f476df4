// npm run fuzz [SEED]: runs all property tests with a fresh seed and ten times the cases (RANDOM_TIMES sets another
// factor). Prints the seed, so that a failure can be repeated with it.
import { globSync, readFileSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { bin, environment, isInProductNode, productNode, run } from './project.mjs'

if (await isInProductNode('scripts/fuzz.mjs')) {
  const seed = Number(process.argv[2] ?? randomInt(2 ** 31))
  const times = process.env.RANDOM_TIMES ?? '10'
  const files = globSync('{src,tests}/**/*.test.{ts,tsx}').filter((file) =>
    readFileSync(file, 'utf8').includes('support/fast-check'),
  )
  console.log(`${files.length} files with properties, seed ${seed}, ${times} times the cases …`)
  const code = await run(productNode(), [bin('vitest'), 'run', '--testTimeout=600000', ...files], {
    env: environment({ CI: 'true', RANDOM_SEED: String(seed), RANDOM_TIMES: times }),
  })
  console.log(
    code === 0
      ? `Passed with seed ${seed}.`
      : `FAILED. Repeat it: RANDOM_TIMES=${times} npm run fuzz ${seed}`,
  )
  process.exitCode = code
}
