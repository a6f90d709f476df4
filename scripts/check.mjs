// The quick part of the tests, under a minute: no build, no database, no browser, and no jsdom pages, which take longer
// than everything else.
import { runChecks } from './checks.mjs'
import { isInProductNode } from './project.mjs'

if (await isInProductNode('scripts/check.mjs')) {
  const unit = {
    name: 'unit tests',
    program: 'vitest',
    // Encoding pictures takes ten seconds, more than any other file; npm test covers it.
    parameters: ['run', '--project', 'unit', '--exclude', '**/pictures.test.ts', '--reporter=dot'],
  }
  const { passed, failed } = await runChecks([unit])
  console.log(`${passed} checks passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
