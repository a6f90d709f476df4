import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'commit-message-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the hook on a message, and returns its exit code and its error. */
function runHook(message: string) {
  const file = join(folder, 'message')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { encoding: 'utf8' })
  return { status, stderr }
}

test.each([
  'Refuse sale windows that end after the event',
  'Embed the font\n\nReasons go here, and their lines may be longer than the subject of the commit is allowed to be.',
  'Revert "Added a thing"',
  'fixup! Refuse sale windows',
])('accepts the commit message %j', (message) => {
  expect(runHook(message)).toEqual({ status: 0, stderr: '' })
})

test.each([
  ['', 'is empty'],
  ['# only a comment', 'is empty'],
  [`Refuse ${'x'.repeat(66)}`, 'has 73 characters'],
  ['Refuse sale windows.', 'full stop'],
  ['refuse sale windows', 'capital letter'],
  ['Added sale windows', 'imperative'],
  ['Fixing sale windows', 'imperative'],
  ['Fixes sale windows', 'imperative'],
])('refuses %j', (message, reason) => {
  const { status, stderr } = runHook(message)
  expect(stderr).toContain(reason)
  expect(status).toBe(1)
})
