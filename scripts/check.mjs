// The quick part of the tests, under a minute: no build, no database, no browser, and no jsdom pages, which take longer
// than everything else.
import { runChecks } from './checks.mjs'
import { isInProductNode } from './project.mjs'

/**
 * Tests that draw pictures and documents or start other programs. They take as long as all other tests together, so
 * only npm test runs them.
 */
const slow = [
  'commit-message',
  'flyer-png',
  'import-rules',
  'pictures',
  'second-chance',
  'spelling',
  'store-demo-portraits',
  'store-demo-venues',
  'ticket-pdf',
  'tickets-email-thread',
]

if (await isInProductNode('scripts/check.mjs')) {
  const unit = {
    name: 'unit tests',
    program: 'vitest',
    parameters: [
      'run',
      '--project',
      'unit',
      ...slow.flatMap((file) => ['--exclude', `**/${file}.test.ts`]),
      '--reporter=dot',
    ],
  }
  const { passed, failed } = await runChecks([unit])
  console.log(`${passed} checks passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}
