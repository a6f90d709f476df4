import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the script npm run screens shows every page route', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/screens.mjs', '--list'], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
})
