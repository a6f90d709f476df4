import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('schema.ts is what the migrations make', { timeout: 60_000 }, () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/database-types.mjs', '--check'], {
    encoding: 'utf8',
  })
  expect(`${stderr}${status}`).toBe('0')
})
