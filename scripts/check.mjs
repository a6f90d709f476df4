// The quick part of the tests, under a minute: no build, no database, no browser, and no jsdom pages, which take longer
// than everything else.
import { runChecks } from './checks.mjs'
import { isInProductNode } from './project.mjs'

/** Encoding pictures and starting other test runs take longer than all other files; npm test covers them. */
const slow = ['pictures.test.ts', 'second-chance.test.ts']

if (await isInProductNode('scripts/check.mjs')) {
  const unit = {
    name: 'unit tests',
    program: 'vitest',
    parameters: [
      'run',
      '--project',
      'unit',
      ...slow.flatMap((file) => ['--exclude', `**/${file}`]),
      '--reporter=dot',
    ],
  }
  const { passed, failed } = await runChecks([unit])
  console.log(`${passed} checks passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
